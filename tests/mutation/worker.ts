/**
 * Tests one share of the mutants (damaged files). driver.mjs starts this program as a separate process with little
 * memory.
 *
 * Before each mutant, the program writes the mutant's number to the progress file, so that the driver knows which
 * mutant caused a hang or crash.
 */
import { mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { takeLargestAllocation } from './allocations.js';
import { differenceOfKernels } from './both-kernels.js';
import { type Mutant, planMutants } from './mutants.js';
import { readAll } from './read-all.js';
import { seedFiles } from './seed-files.js';

interface Share {
  readonly count: number;
  readonly seed: number;
  readonly tinyBytes: number;
  /** This worker tests the mutants whose number modulo `shares` is `share`. */
  readonly share: number;
  readonly shares: number;
  /**
   * One in `rowsEvery` mutants is read as row objects, one in `rewriteEvery` is rewritten, and one in `kernelsEvery` is read with both
   * kernel sets.
   */
  readonly rowsEvery: number;
  readonly rewriteEvery: number;
  readonly kernelsEvery: number;
  readonly progressFile: string;
  readonly failureFolder: string;
  readonly fixtures: string;
}

/** Maximum time per mutant in milliseconds, a thousand times the usual time. */
const longest = 2000;
/** An allocated array may have this many bytes in addition to the bound that depends on the largest column. */
const allocationBound = 2 ** 26;
const faultsKept = 20;

const share = JSON.parse(process.argv[2] as string) as Share;
const files = await seedFiles(share.fixtures);
const plan = planMutants(files, share);
for (const { name, bytes } of files) {
  const { result } = await readAll(bytes);
  if (result !== 'read') throw new Error(`${name} cannot be read even before it is changed: ${result}`);
}
const progress = openSync(share.progressFile, 'w');
const mark = new Float64Array(1);

const results: Record<string, number> = {};
const faults: string[] = [];
let mutants = 0;
let slowest = 0;
let largest = 0;
let current: Mutant | undefined;
let ordinal = share.share;

function fault(what: string): void {
  if (faults.length >= faultsKept) return;
  const name = `seed-${share.seed}-mutant-${ordinal}-of-${share.count}.parquet`;
  mkdirSync(share.failureFolder, { recursive: true });
  if (current !== undefined) writeFileSync(join(share.failureFolder, name), current.bytes);
  faults.push(`mutant ${ordinal}, ${current?.seedFile.name}, ${current?.recipe}: ${what}`);
}

process.on('unhandledRejection', (error) => fault(`an unhandled rejection, perhaps from an earlier mutant: ${error}`));

takeLargestAllocation();
for (; ordinal < plan.count && faults.length < faultsKept; ordinal += share.shares) {
  mark[0] = ordinal;
  writeSync(progress, mark, 0, 8, 0);
  current = plan.at(ordinal);
  takeLargestAllocation();
  const start = performance.now();
  try {
    const { result, largestColumn } = await readAll(current.bytes, {
      rows: mutants % share.rowsEvery === 0,
      rewrites: mutants % share.rewriteEvery === 0,
    });
    results[result] = (results[result] ?? 0) + 1;
    if (result === 'read' && current.mustFail === true) fault('was read without an error');
    const allocated = takeLargestAllocation();
    largest = Math.max(largest, allocated);
    // The bound allows for arrays that double when they grow, and take up to eight bytes per byte of a column.
    if (allocated > allocationBound + 8 * largestColumn) fault(`an array of ${allocated} bytes`);
    if (mutants % share.kernelsEvery === 0) {
      const difference = await differenceOfKernels(current.bytes);
      if (difference !== undefined) fault(difference);
    }
  } catch (error) {
    results['fault'] = (results['fault'] ?? 0) + 1;
    fault(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const took = performance.now() - start;
  slowest = Math.max(slowest, took);
  if (took > longest) fault(`${took.toFixed(0)} ms`);
  // Unhandled rejections are reported only in the next turn of the event loop.
  if (++mutants % 32 === 0) await new Promise((resolve) => setImmediate(resolve));
}
await new Promise((resolve) => setTimeout(resolve, 10));

const peak = process.resourceUsage().maxRSS * 1024;
const report = {
  mutants,
  exhaustive: plan.exhaustive,
  seedFiles: files.length,
  results,
  faults,
  slowest,
  largest,
  peak,
};
process.stdout.write(JSON.stringify(report));
