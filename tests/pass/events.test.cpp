// SPDX-License-Identifier: BSL-1.0
#include "streamed.hpp"

namespace litho::test::events_pass {
namespace {

/// The plan with these streams, one for each kernel, and its events.
constexpr plan::plan joined(std::string_view text, std::initializer_list<int> streams, int most_events = 0) {
  plan::plan p = plan_from(text);
  p.target = graphs::with_streams(graphs::fixed_target, 8);
  p.target.events = most_events;
  std::size_t k = 0;
  for (int stream : streams) {
    p.kernels[k++].stream = stream;
    p.totals.streams = stream + 1 > p.totals.streams ? stream + 1 : p.totals.streams;
  }
  return pass::events::run(std::move(p), streams_context(8, graphs::with_streams(graphs::fixed_target, 8)));
}

// 5 needs 1 and 2, 6 needs 5 and 3, 7 needs 6 and 1.
constexpr std::string_view crossing = R"(%0 = input "x" : f32[640,640]
    %1 = transpose(%0) permutation=[1,0] : f32[640,640]
    %2 = transpose(%1) permutation=[1,0] : f32[640,640]
    %3 = transpose(%2) permutation=[1,0] : f32[640,640]
    %4 = transpose(%0) permutation=[1,0] : f32[640,640]
    %5 = matmul(%1, %2) : f32[640,640]
    %6 = matmul(%5, %3) : f32[640,640]
    %7 = matmul(%6, %1) : f32[640,640]
    return "y" %7
    return "z" %4)";

// 2 waits for 1 without a value.
constexpr std::string_view controlled = R"(%0 = input "x" : f32[640,640]
    %1 = transpose(%0) permutation=[1,0] : f32[640,640]
    %2 = transpose(%0) permutation=[1,0] : f32[640,640] after(%1)
    return "y" %1
    return "z" %2)";

constexpr text_builder wide(int branches) {
  text_builder text;
  text << "%0 = input \"x\" : f32[640,640]\n%1 = transpose(%0) permutation=[1,0] : f32[640,640]\n";
  for (int b = 0; b < branches; ++b) {
    text << '%' << 2 * b + 2 << " = transpose(%1) permutation=[1,0] : f32[640,640]\n";
    text << '%' << 2 * b + 3 << " = transpose(%" << 2 * b + 2 << ") permutation=[1,0] : f32[640,640]\n";
  }
  for (int b = 0; b < branches; ++b) text << "return \"y" << b << "\" %" << 2 * b + 3 << '\n';
  return text;
}

TEST_CASE("streams wait for what they need") {
  STATIC_REQUIRE(events_of(joined(crossing, {0, 0, 0, 1, 1, 1, 1})).view() == "2>5 3>6");
  CHECK(events_of(joined(crossing, {0, 0, 0, 1, 1, 1, 1})).view() == "2>5 3>6");
  CHECK(events_of(joined(controlled, {0, 1})).view() == "1>2");
  CHECK(events_of(joined(controlled, {0, 0})).view() == "");
}

TEST_CASE("what follows from streams and other events needs no event") {
  // 5 needs 1, which has ended when 2 has; 7 needs 1, too.
  CHECK(events_of(joined(crossing, {0, 1, 1, 2, 3, 1, 0})).view() == "1>2 2>5 5>6 6>7");
  CHECK(events_of(joined(crossing, {0, 1, 2, 3, 4, 5, 6})).view() == "1>2 2>3 2>5 5>6 3>6 6>7");
}

TEST_CASE("a device with few events gets few streams") {
  const auto planned = [](int most_events) {
    plan::plan p = plan_from(wide(4).view());
    p.target = graphs::with_streams(graphs::fixed_target, 4);
    p.target.events = most_events;
    const pass::context with = streams_context(4, p.target);
    return pass::events::run(pass::streams::run(std::move(p), with), with);
  };
  CHECK(planned(0).totals.streams == 4);
  CHECK(planned(0).totals.events == 3);
  CHECK(planned(3).totals.streams == 4);
  CHECK(planned(2).totals.streams == 3);
  CHECK(planned(1).totals.streams == 2);
  CHECK(planned(1).events.size() == 1);
}

TEST_CASE("laws of events") {
  for (const std::initializer_list<int>& streams : {std::initializer_list<int>{0, 0, 0, 1, 1, 1, 1},
                                                    {0, 1, 1, 2, 3, 1, 0},
                                                    {0, 1, 2, 3, 4, 5, 6},
                                                    {0, 0, 0, 0, 0, 0, 0}}) {
    const plan::plan p = joined(crossing, streams);
    CHECK(broken_law<pass::events>(p, streams_context(8, p.target)) == "");
  }
}

TEST_CASE("a plan tells its streams and events") {
  const plan::plan p = joined(crossing, {0, 0, 0, 1, 1, 1, 1});
  const text_builder text = plan::print(p);
  CHECK(text.view().find("| 8000 macs | stream") == std::string_view::npos);
  CHECK(text.view().find(" | stream 1 after 1\n") != std::string_view::npos);
  CHECK(text.view().find(" | stream 0\n") != std::string_view::npos);
  CHECK(plan::print_memory(p).view().find(" streams 2 events 2\n") != std::string_view::npos);
  CHECK(plan::print(plan_from(crossing)).view().find("stream") == std::string_view::npos);
}

}  // namespace
}  // namespace litho::test::events_pass
