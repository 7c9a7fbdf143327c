/** Times how long every case takes to end after its abort, and prints one line per case. abort.mjs runs this program. */
import {
  type AbortCase,
  openSources,
  parallelCases,
  readingCases,
  type SourceKind,
  sourceKinds,
} from './abort-calls.js';
import { slowFiles } from './abort-files.js';
import { encodedFiles } from './abort-pages.js';
import { parallelWritingCases, slowWrites, writingCases } from './abort-writes.js';

const { folder, poolWorker, only, abortMs, endMs, gapMs } = JSON.parse(process.argv[2] as string) as {
  readonly folder: string;
  /** Path of the module that the pool's worker threads run. */
  readonly poolWorker: string;
  readonly only: string;
  readonly abortMs: number;
  readonly endMs: number;
  readonly gapMs: number;
};
let late = 0;
let tried = 0;

/**
 * Runs `work`, and returns the longest time for which it blocked the event loop, and when that occurred. Both are in
 * milliseconds.
 */
async function longestGap(work: () => Promise<void>): Promise<{ readonly gap: number; readonly at: number }> {
  const start = performance.now();
  let last = start;
  let longest = { gap: 0, at: 0 };
  const look = (): void => {
    const now = performance.now();
    if (now - last > longest.gap) longest = { gap: now - last, at: last - start };
    last = now;
  };
  let isOver = false;
  const turn = (): void => {
    look();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  look();
  isOver = true;
  return longest;
}

async function time({ name, prepare }: AbortCase): Promise<void> {
  const run = await prepare();
  // Collect garbage now, so that the garbage from creating the inputs does not slow down the call.
  (globalThis as { gc?: () => void }).gc?.();
  const start = performance.now();
  let end = 'ended by itself';
  const { gap, at } = await longestGap(async () => {
    const signal = AbortSignal.timeout(abortMs);
    try {
      await run(signal);
    } catch (error) {
      end = error === signal.reason ? 'aborted' : `failed: ${error instanceof Error ? error.message : String(error)}`;
    }
  });
  const took = performance.now() - start;
  const isLate = took > endMs || end.startsWith('failed');
  tried++;
  if (isLate) late++;
  const verdict = isLate ? 'LATE' : gap > gapMs ? 'gap ' : 'ok  ';
  const times = `${took.toFixed(0).padStart(6)} ms  longest turn ${gap.toFixed(0).padStart(4)} ms at ${at.toFixed(0).padStart(5)}`;
  console.log(`${verdict} ${times}  ${name.padEnd(48)} ${end.slice(0, 150)}`);
}

async function timeAll(cases: readonly AbortCase[]): Promise<void> {
  for (const each of cases) if (isWanted(each)) await time(each);
}

const isWanted = ({ name }: AbortCase): boolean => name.includes(only);

for (const [name, make] of Object.entries(slowFiles)) {
  const isNeeded = (kind: SourceKind): boolean => readingCases(name, kind, '').some(isWanted);
  const inWorkers = parallelCases(name, new Uint8Array(0), poolWorker).some(isWanted);
  if (!inWorkers && !sourceKinds.some(isNeeded)) continue;
  const bytes = make();
  const sources = await openSources(bytes, folder, name);
  for (const kind of sourceKinds) await timeAll(readingCases(name, kind, sources.inputs[kind]));
  await timeAll(parallelCases(name, bytes, poolWorker));
  sources.close();
}
for (const [name, make] of Object.entries(encodedFiles)) {
  if (readingCases(name, 'memory', '').some(isWanted)) await timeAll(readingCases(name, 'memory', await make()));
}
await timeAll(writingCases(slowWrites));
await timeAll(parallelWritingCases(slowWrites, poolWorker));
console.log(`${tried} calls, ${late} late`);
process.exitCode = late === 0 && tried > 0 ? 0 : 1;
