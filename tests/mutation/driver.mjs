// Reads mutants in separate processes: `npm run test:mutations -- [COUNT] [--seed S] [--jobs N] [--only ORDINAL]`. Prints the results. The
// exit code is 1 if a mutant broke the contract. Such a mutant is stored in .cache/mutation/failures. The same count and seed with --only
// create it again.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleSources } from '@marquetry/test-support/bundle-sources.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
/** For files of at most this many bytes, every truncation and every bit flip is tested, as far as COUNT allows. */
const tinyBytes = 700;
/** If a worker spends more milliseconds than this on one mutant, it counts as hanging. */
const hangMs = 20_000;
/** Maximum JavaScript heap of a worker in MiB, and maximum resident memory in bytes. */
const heapMegabytes = 256;
const residentBytes = 768 * 2 ** 20;

async function bundleWorker(folder) {
  const outfile = join(folder, 'worker.mjs');
  await bundleSources(join(here, 'worker.ts'), outfile);
  return outfile;
}

/** Runs one worker on its share of the mutants, and kills it if it hangs. */
function runShare(worker, share) {
  return new Promise((resolve) => {
    const args = [`--max-old-space-size=${heapMegabytes}`, '--enable-source-maps', worker, JSON.stringify(share)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    const errors = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => errors.push(chunk));
    let last = -1;
    let since = Date.now();
    let hung = false;
    const watch = setInterval(() => {
      const ordinal = ordinalOf(share.progressFile);
      if (ordinal !== last) {
        last = ordinal;
        since = Date.now();
      } else if (Date.now() - since > hangMs) {
        hung = true;
        child.kill('SIGKILL');
      }
    }, 500);
    child.once('close', (code, signal) => {
      clearInterval(watch);
      if (code === 0) return resolve(JSON.parse(Buffer.concat(output).toString()));
      const what = hung ? `the worker did not end within ${hangMs} ms` : `the process ended with ${signal ?? code}`;
      const tail = Buffer.concat(errors).toString().trim().split('\n').slice(-20).join('\n');
      const fault = `mutant ${ordinalOf(share.progressFile)}: ${what}\n${tail}`;
      resolve({
        mutants: 0,
        exhaustive: 0,
        seedFiles: 0,
        results: {},
        faults: [fault],
        slowest: 0,
        largest: 0,
        peak: 0,
      });
    });
  });
}

function ordinalOf(progressFile) {
  try {
    return readFileSync(progressFile).readDoubleLE(0);
  } catch {
    return -1;
  }
}

/** Tests `count` mutants, and returns a report. */
export async function runMutants({
  count,
  seed = 1,
  jobs = Math.min(4, availableParallelism()),
  only = undefined,
  rowsEvery = 1,
  rewriteEvery = 4,
  kernelsEvery = 1,
}) {
  const cache = join(root, '.cache/mutation');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'run-'));
  try {
    const worker = await bundleWorker(folder);
    const start = performance.now();
    // The mutants are numbered. Worker k of n tests the numbers k, k + n, k + 2n and so on.
    const firsts = only === undefined ? Array.from({ length: jobs }, (_, share) => share) : [only];
    const shares = firsts.map((share) => ({
      count,
      seed,
      tinyBytes,
      rowsEvery,
      rewriteEvery,
      kernelsEvery,
      share,
      shares: only === undefined ? jobs : count,
      progressFile: join(folder, `progress-${share}`),
      failureFolder: join(cache, 'failures'),
      fixtures: join(root, 'tests/fixtures'),
    }));
    const reports = await Promise.all(shares.map((share) => runShare(worker, share)));
    /** @type {Record<string, number>} */
    const results = {};
    for (const report of reports) {
      for (const [result, times] of Object.entries(report.results)) results[result] = (results[result] ?? 0) + times;
    }
    const most = (key) => Math.max(...reports.map((report) => report[key]));
    const faults = reports.flatMap((report) => report.faults);
    const peak = most('peak');
    if (peak > residentBytes) faults.push(`${peak} bytes of resident memory, above ${residentBytes}`);
    return {
      mutants: reports.reduce((sum, report) => sum + report.mutants, 0),
      exhaustive: most('exhaustive'),
      seedFiles: most('seedFiles'),
      results,
      faults,
      slowest: most('slowest'),
      largest: most('largest'),
      peak,
      seconds: (performance.now() - start) / 1000,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns one line of the report. */
export function describeReport({ mutants, exhaustive, seedFiles, results, slowest, largest, peak, seconds }) {
  const counts = Object.entries(results)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([result, times]) => `${result} ${times}`);
  const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
  return [
    `${mutants} mutants of ${seedFiles} files in ${seconds.toFixed(1)} s (${exhaustive} are all truncations and bit flips of tiny files)`,
    counts.join(', '),
    `slowest ${slowest.toFixed(0)} ms, largest array ${megabytes(largest)}, peak memory ${megabytes(peak)}`,
  ].join('\n');
}

function parseArguments(args) {
  const options = { count: 100_000 };
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    const number = (text) => {
      if (!/^\d+$/.test(text ?? '')) {
        console.error(`usage: test:mutations [COUNT] [--seed S] [--jobs N] [--only ORDINAL]; ${text} is not a number`);
        process.exit(2);
      }
      return Number(text);
    };
    if (arg === '--') continue;
    if (arg === '--seed') options.seed = number(args[++i]);
    else if (arg === '--jobs') options.jobs = number(args[++i]);
    else if (arg === '--only') options.only = number(args[++i]);
    else options.count = number(arg);
  }
  return options;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const report = await runMutants(parseArguments(process.argv.slice(2)));
  console.log(describeReport(report));
  for (const fault of report.faults) console.log(`FAULT ${fault}`);
  process.exitCode = report.faults.length === 0 ? 0 : 1;
}
