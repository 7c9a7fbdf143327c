/**
 * Times every case. Run by abort.mjs. Prints a line per case.
 */
import { type AbortCase, openSources, readingCases, sourceKinds, writingCases } from './abort-calls.js';
import { slowFiles } from './abort-files.js';

const { folder, only, abortMs, endMs } = JSON.parse(process.argv[2] as string) as {
  readonly folder: string;
  readonly only: string;
  readonly abortMs: number;
  readonly endMs: number;
};
let late = 0;
let tried = 0;

async function time({ name, run }: AbortCase): Promise<void> {
  if (!name.includes(only)) return;
  const signal = AbortSignal.timeout(abortMs);
  const start = performance.now();
  let end = 'ended by itself';
  try {
    await run(signal);
  } catch (error) {
    end = error === signal.reason ? 'aborted' : `failed: ${error instanceof Error ? error.message : String(error)}`;
  }
  const took = performance.now() - start;
  const isLate = took > endMs || end.startsWith('failed');
  tried++;
  if (isLate) late++;
  console.log(`${isLate ? 'LATE' : 'ok  '} ${took.toFixed(0).padStart(6)} ms  ${name.padEnd(44)} ${end.slice(0, 150)}`);
}

for (const [name, make] of Object.entries(slowFiles)) {
  const sources = await openSources(make(), folder, name);
  for (const kind of sourceKinds) for (const each of readingCases(name, kind, sources.inputs[kind])) await time(each);
  sources.close();
}
for (const each of await writingCases()) await time(each);
console.log(`${tried} calls, ${late} late`);
process.exitCode = late === 0 && tried > 0 ? 0 : 1;
