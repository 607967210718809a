// SPDX-License-Identifier: BSL-1.0
// Runs models with ONNX Runtime: `node run.js MODULE FOLDER`. FOLDER/cases.json lists folders with a model and inputs.
// Each gets outputs.json and output_N.bin, or refused.txt, that of a case which stops the process, too: run again then.
const fs = require('fs');
const path = require('path');
const runtime = require(process.argv[2]);
const root = process.argv[3];
const arrays = {
  float16: Uint16Array, float32: Float32Array, float64: Float64Array, int8: Int8Array, int16: Int16Array,
  int32: Int32Array, int64: BigInt64Array, uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array,
  uint64: BigUint64Array, bool: Uint8Array,
};
const options = {graphOptimizationLevel: 'disabled', intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 4};

async function run(folder, inputs) {
  const session = await runtime.InferenceSession.create(path.join(folder, 'model.onnx'), options);
  const feeds = {};
  inputs.forEach(({name, element, dims}, i) => {
    const bytes = fs.readFileSync(path.join(folder, `input_${i}.bin`));
    const own = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    feeds[name] = new runtime.Tensor(element, new arrays[element](own), dims);
  });
  const results = await session.run(feeds);
  const outputs = session.outputNames.map((name, i) => {
    const {data, type, dims} = results[name];
    fs.writeFileSync(path.join(folder, `output_${i}.bin`), Buffer.from(data.buffer, data.byteOffset, data.byteLength));
    return {name, element: type, dims};
  });
  fs.writeFileSync(path.join(folder, 'outputs.json'), JSON.stringify(outputs));
}

(async () => {
  for (const {name, inputs} of JSON.parse(fs.readFileSync(path.join(root, 'cases.json')))) {
    const folder = path.join(root, name);
    const refused = path.join(folder, 'refused.txt');
    if (fs.existsSync(refused) || fs.existsSync(path.join(folder, 'outputs.json'))) continue;
    fs.writeFileSync(refused, 'crashed');
    try {
      await run(folder, inputs);
      fs.unlinkSync(refused);
    } catch (error) {
      fs.writeFileSync(refused, String(error));
    }
  }
})();
