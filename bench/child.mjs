// Measures one reader or writer on one file, in a separate process: `child.mjs '{"kind": ..., ...}'`. Prints one JSON object.
import { writeFileSync } from 'node:fs';
import { bytesOf, peakMemory } from './memory.mjs';
import { clocks, mean, median, sample, sampleOpens } from './timing.mjs';

const task = JSON.parse(process.argv[2]);
const { kind, library, form } = task;

async function prepare() {
  const folder = kind === 'write' ? 'writers' : 'readers';
  const { prepare } = await import(new URL(`${folder}/${library}.mjs`, import.meta.url).href);
  return prepare(task);
}

const summary = (times) => ({
  count: times.length,
  median: median(times),
  mean: mean(times),
  least: Math.min(...times),
  most: Math.max(...times),
});

async function measure() {
  const prepared = await prepare();
  const before = peakMemory();
  let result;
  const first = await clocks[task.clock](async () => {
    result = await prepared.run();
  });
  // Keep a reference to the result, so that its memory is part of the peak.
  const memory = { before, peak: peakMemory() };
  if (task.countsOutput) memory.output = bytesOf(result, prepared.source);
  const found = { first, memory };
  if (kind === 'write') {
    const bytes = await prepared.bytes(result);
    found.bytes = bytes.length;
    if (task.keep !== undefined) writeFileSync(task.keep, bytes);
  } else {
    found.rowCount = await prepared.rowCount(result);
  }
  result = undefined;
  if (form === 'open') {
    const { inARow, afterCollection } = await sampleOpens(prepared.run, 100, task);
    return { ...found, ...summary(inARow), afterCollection: summary(afterCollection) };
  }
  return { ...found, ...summary(await sample(prepared.run, first, task)) };
}

try {
  process.stdout.write(JSON.stringify(await measure()), () => process.exit(0));
} catch (error) {
  process.stdout.write(JSON.stringify({ error: String(error?.stack ?? error).slice(0, 600) }), () => process.exit(0));
}
