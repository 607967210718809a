// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <limits>

#include "packet.hpp"

namespace litho::npu::detail {

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push  // AVX-512 instructions inside Eigen's functions of which GCC 12 warns (its bug 105593)
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
/// tanh of each number of a packet: Eigen's, within 5 ulp.
template <class Packet>
EIGEN_ALWAYS_INLINE Packet hyperbolic_tangent(const Packet& x) {
  return Eigen::internal::ptanh(x);
}
/// erf of each number of a packet: Eigen's, within 7 ulp.
template <class Packet>
EIGEN_ALWAYS_INLINE Packet error_function(const Packet& x) {
  return Eigen::internal::perf(x);
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#ifdef EIGEN_VECTORIZE_AVX512DQ
/// Packets of which gelu is one function.
template <class Packet>
inline constexpr bool has_gelu =
    std::is_same_v<Packet, __m512> || std::is_same_v<Packet, __m256> || std::is_same_v<Packet, __m128>;

// Functions of |x| by polynomials of degree 4 on pieces of their range: table[k][i] is the coefficient of t^k on piece i,
// t = |x| less the middle of piece i. Each polynomial meets its function at the five Chebyshev nodes of the
// piece; that of an odd function at 0 is t times one that meets f(t)/t at four. Computed with long double and rounded
// (tests/npu/piecewise.test.cpp does it again).

/// Pieces are numbers whose sum with 0.625 has the same last two bits of the exponent and first three of the mantissa,
/// which are also i: steps of 1/16 up to 0.375, of 1/8 up to 1.375, of 1/4, 1/2 and 1 up to 9.375.
alignas(64) inline constexpr float tanh_pieces[6][32] = {
    {0.90514827F, 0.94137555F, 0.9640276F,  0.9780261F, 0.9866143F,  0.99185973F, 0.9950548F, 0.99699765F,
     0.99858063F, 0.9994776F,  0.9998078F,  0.9999293F, 0.999974F,   0.9999904F,  0.9999965F, 0.9999987F,
     0.9999997F,  1.0F,        0.0F,        0.0934763F, 0.15499073F, 0.21532634F, 0.2740616F, 0.33082113F,
     0.41157004F, 0.50983F,    0.59637356F, 0.6709671F, 0.7340715F,  0.7866188F,  0.8298019F, 0.8649066F},
    {0.18070684F,   0.11381181F,    0.07065046F,   0.043464616F,   0.026592009F,   0.016214142F,  0.009865944F,
     0.0059956564F, 0.002836212F,   0.0010443185F, 0.00038430988F, 0.00014139684F, 5.201931e-05F, 1.913715e-05F,
     7.040206e-06F, 2.5899528e-06F, 5.764413e-07F, 7.801287e-08F,  1.0F,           0.99126214F,   0.97597784F,
     0.95363456F,   0.9248902F,     0.8905574F,    0.8306101F,     0.7400736F,     0.6443389F,    0.5498035F,
     0.46113926F,   0.38123104F,    0.3114289F,    0.2519366F},
    {-0.16356684F,    -0.10714007F,   -0.06810933F,   -0.04250977F,    -0.026236216F,  -0.016082257F,   -0.009817218F,
     -0.005977695F,   -0.002832493F,  -0.0010438868F, -0.00038427798F, -0.0001414023F, -5.2023646e-05F, -1.9139059e-05F,
     -7.0409515e-06F, -2.590233e-06F, -5.774787e-07F, -7.8153285e-08F, 1.0145427e-06F, -0.09265952F,    -0.15126751F,
     -0.20534262F,    -0.25347686F,   -0.29461518F,   -0.34185395F,    -0.3773114F,    -0.38426644F,    -0.36889988F,
     -0.33850908F,    -0.29988346F,   -0.25842428F,   -0.21790165F},
    {0.08776305F,    0.06299313F,    0.042202193F,   0.027165279F,   0.017076835F,   0.010583827F,   0.0065038567F,
     0.0039761295F,  0.0019121472F,  0.0007060924F,  0.0002601167F,  9.5740324e-05F, 3.5227495e-05F, 1.2960364e-05F,
     4.7679723e-06F, 1.7540553e-06F, 4.0999143e-07F, 5.5486375e-08F, -0.33362556F,   -0.32160845F,   -0.30175F,
     -0.2735588F,    -0.23875637F,   -0.19934854F,   -0.1362025F,    -0.0545391F,    0.014085841F,   0.06394568F,
     0.09451765F,    0.108626015F,   0.11050789F,    0.10441776F},
    {-0.024825716F,   -0.023480559F,   -0.017894108F,   -0.012336618F,  -0.008061783F,   -0.0051106513F,
     -0.0031828417F,  -0.0019614606F,  -0.0009456334F,  -0.0003504738F, -0.00012928441F, -4.7608813e-05F,
     -1.7520766e-05F, -6.4464048e-06F, -2.3716182e-06F, -8.724856e-07F, -2.0083603e-07F, -2.7180263e-08F,
     0.012477388F,    0.060921974F,    0.09714733F,     0.12729459F,    0.14985839F,     0.16407901F,
     0.16969498F,     0.15328579F,     0.119452335F,    0.07989117F,    0.043346398F,    0.014457828F,
     -0.005577185F,   -0.017672608F},
    {1.5F,     1.75F,    2.0F,    2.25F,   2.5F,    2.75F,   3.0F,    3.25F,   3.625F,   4.125F,   4.625F,
     5.125F,   5.625F,   6.125F,  6.625F,  7.125F,  7.875F,  8.875F,  0.0F,    0.09375F, 0.15625F, 0.21875F,
     0.28125F, 0.34375F, 0.4375F, 0.5625F, 0.6875F, 0.8125F, 0.9375F, 1.0625F, 1.1875F,  1.3125F}};
/// Pieces of 1/8 round i/8.
alignas(64) inline constexpr float erf_pieces[5][32] = {
    {0.0F,       0.1403162F, 0.2763264F,  0.4041169F,  0.5204999F,  0.6232409F,  0.71115565F, 0.7840751F,
     0.8427008F, 0.8883882F, 0.92290014F, 0.94817007F, 0.96610516F, 0.97844374F, 0.9866717F,  0.99199003F,
     0.9953223F, 0.997346F,  0.9985373F,  0.99921703F, 0.999593F,   0.9997946F,  0.9998994F,  0.99995214F,
     0.9999779F, 0.9999901F, 0.9999957F,  0.9999982F,  0.9999993F,  0.9999997F,  0.9999999F,  1.0F},
    {1.1283791F,    1.1108848F,     1.0600138F,    0.9803526F,    0.8787826F,    0.7634997F,     0.64293134F,
     0.52474535F,   0.41510782F,    0.31827426F,   0.23652135F,   0.17035992F,   0.11893036F,    0.08047227F,
     0.052774966F,  0.033545773F,   0.020666923F,  0.012340761F,  0.007142268F,  0.004006438F,   0.002178255F,
     0.001147855F,  0.00058626407F, 0.0002902201F, 0.0001392482F, 6.475593e-05F, 2.9187526e-05F, 1.27509575e-05F,
     5.399034e-06F, 2.2157308e-06F, 8.813442e-07F, 3.3978304e-07F},
    {1.830482e-05F,   -0.13886055F,    -0.26500335F,   -0.36763206F,    -0.43939105F,    -0.477187F,
     -0.48219818F,    -0.45915186F,    -0.41510752F,   -0.35805827F,    -0.2956515F,     -0.2342448F,
     -0.17839552F,    -0.1307675F,     -0.09235629F,   -0.06289845F,    -0.041333973F,   -0.026224235F,
     -0.016070204F,   -0.00951537F,    -0.0054456973F, -0.0030131615F,  -0.0016122545F,  -0.0008344009F,
     -0.00041775563F, -0.00020236873F, -9.486308e-05F, -4.3036427e-05F, -1.8897623e-05F, -8.032522e-06F,
     -3.3052786e-06F, -1.3167686e-06F},
    {-0.3771183F,   -0.35821512F,  -0.30878022F,  -0.23465425F,  -0.1464279F,    -0.05580543F,   0.026529172F,
     0.092595756F,  0.13803165F,   0.16215308F,   0.16730548F,   0.15778823F,    0.13867933F,    0.11483008F,
     0.09018952F,   0.06749697F,   0.048286814F,  0.03309838F,   0.021776581F,   0.013771343F,   0.00837997F,
     0.0049110344F, 0.0027738572F, 0.0015109116F, 0.0007940717F, 0.00040284207F, 0.00019734517F, 9.338458e-05F,
     4.269758e-05F, 1.886767e-05F, 8.059629e-06F, 3.3287251e-06F},
    {0.018506832F,    0.06859654F,     0.12678313F,     0.16633894F,     0.18283555F,     0.1762581F,
     0.1505558F,      0.112345904F,    0.06920701F,     0.028049046F,    -0.0060555027F,  -0.030392483F,
     -0.04450454F,    -0.04964849F,    -0.04805843F,    -0.042239808F,   -0.034442704F,   -0.026369696F,
     -0.019097546F,   -0.013148407F,   -0.008636035F,   -0.005425264F,   -0.0032662079F,  -0.0018873294F,
     -0.0010480041F,  -0.00055978465F, -0.00028785766F, -0.00014260395F, -6.8098074e-05F, -3.136199e-05F,
     -1.3935557e-05F, -5.976671e-06F}};
/// The normal distribution beyond x, (1 - erf(x / sqrt 2)) / 2, on pieces of 1/2 round i/2; 0 from 5.25 on.
alignas(64) inline constexpr float gelu_pieces[6][16] = {
    {0.5F, 0.30853757F, 0.15865527F, 0.066807196F, 0.022750122F, 0.0062096613F, 0.0013498989F, 0.00023263045F,
     3.1671876e-05F, 3.397845e-06F, 2.8668296e-07F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F},
    {-0.39894226F, -0.35206532F, -0.24197073F, -0.1295176F, -0.053990964F, -0.0175283F, -0.004431848F, -0.00087268284F,
     -0.00013383041F, -1.5983815e-05F, -1.4867363e-06F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F},
    {-1.3629768e-06F, 0.088009655F, 0.120980956F, 0.097139604F, 0.05399391F, 0.02191151F, 0.006647538F, 0.0015268F,
     0.00026747835F, 3.591396e-05F, 3.7077668e-06F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F},
    {0.06651247F, 0.04400745F, 1.6704952e-06F, -0.026981613F, -0.026995735F, -0.015337837F, -0.005909318F,
     -0.0016362342F, -0.00033451963F, -5.1259805e-05F, -5.942047e-06F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F},
    {-0.00015313168F, -0.019884756F, -0.019975977F, -0.0061316513F, 0.004373464F, 0.0058857417F, 0.0033339874F,
     0.0011940737F, 0.00029772808F, 5.3801963e-05F, 7.1977483e-06F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F},
    {-0.009561219F, -0.00455367F, 0.0039614076F, 0.0058166445F, 0.0022604282F, -0.0006419276F, -0.001100007F,
     -0.0005805736F, -0.00018417342F, -3.9745893e-05F, -6.127639e-06F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F}};
/// (1 - tanh(sqrt(2/pi) (x + 0.044715 x^3))) / 2 on the same pieces.
alignas(64) inline constexpr float gelu_tanh_pieces[6][16] = {
    {0.5F, 0.308572F, 0.15880802F, 0.06695227F, 0.022701144F, 0.0060337028F, 0.0012124645F, 0.0001760578F,
     1.7562195e-05F, 1.1416815e-06F, 4.5860965e-08F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F},
    {-0.39894226F, -0.35188377F, -0.2417721F, -0.12977539F, -0.054400202F, -0.017594112F, -0.004265543F,
     -0.00074248586F, -8.817138e-05F, -6.7698143e-06F, -3.184561e-07F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F},
    {-1.427476e-06F, 0.08825365F, 0.120693706F, 0.09669133F, 0.054171592F, 0.022287784F, 0.0067163254F, 0.0014331078F,
     0.00020609607F, 1.892148e-05F, 1.0498978e-06F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F},
    {0.066842616F, 0.043883964F, -0.0004094042F, -0.026722934F, -0.026606984F, -0.015455314F, -0.0061102444F,
     -0.001655842F, -0.00029610316F, -3.321844e-05F, -2.2193237e-06F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F},
    {-0.00016037023F, -0.020212011F, -0.019826446F, -0.0058106366F, 0.004183928F, 0.0056991675F, 0.003404801F,
     0.0012627215F, 0.0002967938F, 4.2768588e-05F, 3.6194713e-06F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F},
    {-0.009769751F, -0.004520915F, 0.004211081F, 0.0056698527F, 0.0021120738F, -0.0005276099F, -0.0010471771F,
     -0.0006140251F, -0.00019911819F, -3.713415e-05F, -3.9000543e-06F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F}};

inline constexpr __mmask16 whole_register = 0xffff;

EIGEN_ALWAYS_INLINE __m512 of_piece(const float (&table)[32], const __m512i& piece) {
  return _mm512_permutex2var_ps(_mm512_load_ps(table), piece, _mm512_load_ps(table + 16));
}
EIGEN_ALWAYS_INLINE __m512 of_piece(const float (&table)[16], const __m512i& piece) {
  return _mm512_maskz_permutexvar_ps(whole_register, piece, _mm512_load_ps(table));
}
template <int Degree, int Rows, int Pieces>
EIGEN_ALWAYS_INLINE __m512 polynomial(const float (&table)[Rows][Pieces], const __m512i& piece, const __m512& t) {
  __m512 sum = of_piece(table[Degree], piece);
#pragma GCC unroll 5
  for (int k = Degree - 1; k >= 0; --k) sum = _mm512_fmadd_ps(sum, t, of_piece(table[k], piece));
  return sum;
}
/// min(|x|, most), `most` where x is NaN: one instruction where others need two, which all that follows would wait for.
EIGEN_ALWAYS_INLINE __m512 magnitude(const __m512& x, float most) {
  return _mm512_maskz_range_ps(whole_register, x, _mm512_set1_ps(most), 0b1010);
}
EIGEN_ALWAYS_INLINE __mmask16 is_number(const __m512& x) { return _mm512_cmp_ps_mask(x, x, _CMP_ORD_Q); }

/// The polynomial of the piece round the multiple of `step` that is next to `size`.
template <int Degree, int Rows, int Pieces>
EIGEN_ALWAYS_INLINE __m512 on_grid(const float (&table)[Rows][Pieces], const __m512& size, float step) {
  const __m512 rounding = _mm512_set1_ps(step * 0x1.8p23F);  // its last bit is worth a step
  const __m512 shifted = _mm512_add_ps(size, rounding);
  const __m512 t = _mm512_sub_ps(size, _mm512_sub_ps(shifted, rounding));
  return polynomial<Degree>(table, _mm512_castps_si512(shifted), t);
}

/// Within 2 ulp, in 0.8 of the time of Eigen's; exactly 1 from 9.02 on.
EIGEN_ALWAYS_INLINE __m512 hyperbolic_tangent(const __m512& x) {
  const __m512 size = magnitude(x, 9.1F);
  const __m512 moved = _mm512_add_ps(size, _mm512_set1_ps(0.625F));
  const __m512i piece = _mm512_maskz_srli_epi32(whole_register, _mm512_castps_si512(moved), 20);
  const __m512 t = _mm512_sub_ps(size, of_piece(tanh_pieces[5], piece));
  // The lesser of |x| and the polynomial, with the sign of x.
  return _mm512_mask_range_ps(x, is_number(x), x, polynomial<4>(tanh_pieces, piece, t), 0b0010);
}

/// Within 2.2 ulp; exactly 1 from 3.92 on.
EIGEN_ALWAYS_INLINE __m512 error_function(const __m512& x) {
  const __m512 sum = on_grid<4>(erf_pieces, magnitude(x, 3.93F), 0.125F);
  // All bits but the sign from the polynomial.
  return _mm512_castsi512_ps(_mm512_mask_ternarylogic_epi32(
      _mm512_castps_si512(x), is_number(x), _mm512_castps_si512(sum), _mm512_set1_epi32(0x7fffffff), 0xd8));
}

/// x where it is positive, less |x| times what `pieces` give. NaN at -inf, as x (1 + erf(x / sqrt 2)) / 2 is.
EIGEN_ALWAYS_INLINE __m512 gelu(const __m512& x, const float (&pieces)[6][16]) {
  const __m512 size = magnitude(x, 5.7F);
  const __m512 result = _mm512_fnmadd_ps(size, on_grid<5>(pieces, size, 0.5F), greater(x, _mm512_setzero_ps()));
  const __mmask16 is_lowest =
      _mm512_cmp_ps_mask(x, _mm512_set1_ps(-std::numeric_limits<float>::infinity()), _CMP_EQ_OQ);
  return _mm512_mask_blend_ps(is_lowest, result, _mm512_set1_ps(std::numeric_limits<float>::quiet_NaN()));
}
EIGEN_ALWAYS_INLINE __m512 gelu(const __m512& x) { return gelu(x, gelu_pieces); }
EIGEN_ALWAYS_INLINE __m512 gelu_tanh(const __m512& x) { return gelu(x, gelu_tanh_pieces); }

EIGEN_ALWAYS_INLINE __m256 hyperbolic_tangent(const __m256& x) {
  return _mm512_castps512_ps256(hyperbolic_tangent(_mm512_zextps256_ps512(x)));
}
EIGEN_ALWAYS_INLINE __m128 hyperbolic_tangent(const __m128& x) {
  return _mm512_castps512_ps128(hyperbolic_tangent(_mm512_zextps128_ps512(x)));
}
EIGEN_ALWAYS_INLINE __m256 error_function(const __m256& x) {
  return _mm512_castps512_ps256(error_function(_mm512_zextps256_ps512(x)));
}
EIGEN_ALWAYS_INLINE __m128 error_function(const __m128& x) {
  return _mm512_castps512_ps128(error_function(_mm512_zextps128_ps512(x)));
}
EIGEN_ALWAYS_INLINE __m256 gelu(const __m256& x) { return _mm512_castps512_ps256(gelu(_mm512_zextps256_ps512(x))); }
EIGEN_ALWAYS_INLINE __m128 gelu(const __m128& x) { return _mm512_castps512_ps128(gelu(_mm512_zextps128_ps512(x))); }
EIGEN_ALWAYS_INLINE __m256 gelu_tanh(const __m256& x) {
  return _mm512_castps512_ps256(gelu_tanh(_mm512_zextps256_ps512(x)));
}
EIGEN_ALWAYS_INLINE __m128 gelu_tanh(const __m128& x) {
  return _mm512_castps512_ps128(gelu_tanh(_mm512_zextps128_ps512(x)));
}
#else
template <class Packet>
inline constexpr bool has_gelu = false;
template <class Packet>
Packet gelu(const Packet&) = delete;
template <class Packet>
Packet gelu_tanh(const Packet&) = delete;
#endif

}  // namespace litho::npu::detail
