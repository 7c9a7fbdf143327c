// Measures one case in a process of its own. `child.mjs CASE PATH`: all its readers side by side, samples interleaved;
// `child.mjs CASE PATH READER`: one read of one reader, and the memory that it took. Prints one JSON object.
import { isDeepStrictEqual } from 'node:util';
import { measureAsync } from '../measure.mjs';
import { bytesOf, cases } from './cases.mjs';

const [name, path, only] = process.argv.slice(2);
const { readers, samples = 7 } = cases[name];
const bytes = bytesOf(path);

if (only === undefined) {
  const digests = {};
  for (const [reader, { read, digest }] of Object.entries(readers)) digests[reader] = digest(await read(bytes));
  const [first, second] = Object.keys(readers);
  if (!isDeepStrictEqual(digests[first], digests[second])) {
    const show = (digest) => JSON.stringify(digest).slice(0, 300);
    throw new Error(`${name}: ${first} has ${show(digests[first])}, ${second} ${show(digests[second])}`);
  }
  const runs = Object.fromEntries(Object.entries(readers).map(([reader, { read }]) => [reader, () => read(bytes)]));
  console.log(JSON.stringify(await measureAsync(runs, samples)));
} else {
  await readers[only].read(bytes);
  console.log(JSON.stringify(process.resourceUsage().maxRSS / 1024));
}
