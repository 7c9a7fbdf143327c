// `node bench/kernels/run.mjs [WORD ...]`, after a build: times each kernel in JavaScript, in WebAssembly including
// copies, and in WebAssembly on its own memory ("in place"), and compares each time with that of `TypedArray.set` for
// the same output. Values are checked before anything is timed. Each floor (minimum speed) is printed with the measured
// speed, and `held` or `FAILED`. The exit code is 1 if a floor failed. With a WORD, only the cases whose name contains
// it run. `--docs` writes the floors that were measured to docs/performance.md.
import { parseArgs } from 'node:util';
import { fillDocument } from '../report/document.mjs';
import { cases } from './cases.mjs';
import { count, simd } from './inputs.mjs';
import { besideCopy } from './time.mjs';

if (simd.refusal !== undefined) throw simd.refusal;
const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { docs: { type: 'boolean', default: false } },
});
const columns = { javascript: 'JavaScript', simd: 'SIMD', place: 'in place' };

const bytesOf = ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength);

/** Throws unless each run writes the expected bytes to its result, which may be in the WebAssembly memory. */
function check({ name, expected, runs }) {
  for (const [kind, { prepare, run, result }] of Object.entries(runs)) {
    bytesOf(result).fill(0xee);
    prepare?.();
    run();
    const found = bytesOf(result);
    if (Buffer.compare(found, bytesOf(expected).subarray(0, found.length)) !== 0)
      throw new Error(`${name}, ${kind}: wrong values`);
  }
}

const cell = (text) => text.padStart(20);
console.log(
  `Node ${process.versions.node}, ${count} values; share of the speed of TypedArray.set (values per nanosecond), ! = below its floor`,
);
console.log(`${''.padEnd(48)}${Object.values(columns).map(cell).join('')}`);
const floors = [];
for (const one of cases()) {
  if (wanted.length > 0 && !wanted.some((word) => one.name.includes(word))) continue;
  check(one);
  const copied = bytesOf(one.copied ?? one.expected);
  const target = new Uint8Array(copied.length);
  const runs = Object.fromEntries(Object.entries(one.runs).map(([kind, { run }]) => [kind, run]));
  const measured = besideCopy(() => target.set(copied), runs);
  const cells = Object.keys(columns).map((kind) => {
    const { ratio, time } = measured[kind] ?? {};
    if (ratio === undefined) return cell('');
    const floor = one.floors[kind];
    const isMissed = floor !== undefined && ratio < floor;
    if (floor !== undefined) floors.push({ name: one.name, kind: columns[kind], ratio, floor, isMissed });
    return cell(`${isMissed ? '! ' : ''}${ratio.toFixed(3)} (${((one.values ?? count) / time / 1e6).toFixed(2)})`);
  });
  console.log(`${one.name.padEnd(48)}${cells.join('')}`);
}

for (const { name, kind, ratio, floor, isMissed } of floors)
  console.log(`${isMissed ? 'FAILED' : 'held  '} ${name}, ${kind}: ${ratio.toFixed(3)}; floor: ${floor}`);
const failed = floors.filter(({ isMissed }) => isMissed).length;
console.log(`${floors.length - failed} floors held, ${failed} failed`);
if (options.docs) {
  const rows = floors.map(
    ({ name, kind, ratio, floor, isMissed }) =>
      `| ${name} | ${kind} | ${floor} | ${ratio.toFixed(3)} | ${isMissed ? '**FAILED**' : 'held'} |`,
  );
  const head = [
    '| kernel | implementation | required ratio | measured ratio | result |',
    '| --- | --- | ---: | ---: | --- |',
  ];
  fillDocument({ kernels: [...head, ...rows].join('\n') });
}
process.exitCode = failed === 0 ? 0 : 1;
