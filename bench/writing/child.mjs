// Measures one writer in a process of its own: `child.mjs NAME INPUT OUTPUT`. Prints one JSON object.
import { copyFileSync, writeFileSync } from 'node:fs';
import { writers } from './writers.mjs';

const [name, input, output] = process.argv.slice(2);
const write = await writers[name](input);
const megabytes = () => process.resourceUsage().maxRSS / 1024;

globalThis.gc?.();
const before = process.memoryUsage().rss / 2 ** 20;
const times = [];
let peak = 0;
for (let i = 0; i < 6; i++) {
  const start = performance.now();
  const written = await write();
  times.push((performance.now() - start) / 1000);
  if (i > 0) continue;
  peak = megabytes();
  if (typeof written === 'string') copyFileSync(written, output);
  else writeFileSync(output, written);
}
const warm = times.slice(1).sort((a, b) => a - b);
console.log(JSON.stringify({ seconds: warm[warm.length >> 1], first: times[0], before, peak }));
