// Runs every call on every file of the hostile set, each in a separate process, and measures its peak memory:
//
//   node tests/memory/driver.mjs [--only PATTERN] [--call PATTERN] [--server] [--jobs N] [--seconds S]
// --only and --call are regular expressions for the names of files and calls. Prints one line per call. The exit code is 1 if a call
// breaks the contract:
// - at most 1 GiB of peak resident memory; 200 MiB with --server, which sets serverLimits (not for the command line);
// - a result, LIMIT or CORRUPT within --seconds (10) of processor time; or batches until the call is aborted, after which it ends; - a
// result for legal files whose pages fit in memory.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleSources } from '@marquetry/test-support/bundle-sources.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const defaultBytes = 2 ** 30;
const serverBytes = 200 * 2 ** 20;
/** A process with more memory than this is killed, to protect the machine. */
const stopBytes = 2.5 * 2 ** 30;
/** Milliseconds of processor time that a process may use to start, and to end after it is aborted. */
const graceMs = 3000;
/** Milliseconds between two checks of a process. */
const lookMillis = 50;

function run(worker, job, watch = () => undefined) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [worker, JSON.stringify(job)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = [];
    const errors = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => errors.push(chunk));
    let stopped;
    const timer = setInterval(() => {
      stopped ??= watch(child.pid);
      if (stopped !== undefined) child.kill('SIGKILL');
    }, lookMillis);
    child.once('close', (code, signal) => {
      clearInterval(timer);
      if (code === 0) return resolve(JSON.parse(Buffer.concat(output).toString() || '{}'));
      const tail = Buffer.concat(errors).toString().trim().split('\n').slice(-6).join('\n');
      resolve({ outcome: 'process ended', message: stopped ?? `${signal ?? code} ${tail}`, peak: 0, batches: 0 });
    });
  });
}

function residentBytes(pid) {
  try {
    return 1024 * Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Returns the processor time of a process in milliseconds. Linux counts it in hundredths of a second on all systems on which Node runs. */
function processorMillis(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return 0;
  }
}

/** Returns a description of how a call broke the contract, or `undefined` if it kept the contract. */
function faultOf(report, { mustRead, call, bytes }) {
  const { outcome, message, peak, batches, afterAbort = 0 } = report;
  if (peak > bytes) return `${mebibytes(peak)} of memory, more than ${mebibytes(bytes)}`;
  if (outcome === 'aborted') {
    // A call with a filter yields no batch until a row matches.
    const isSilent = call === 'arrow' || call.startsWith('where') || isCommand(call);
    if (batches === 0 && !isSilent) return 'no batch before the abort';
    return afterAbort > 1000 ? `ended ${afterAbort.toFixed(0)} ms after the abort` : undefined;
  }
  if (!['result', 'LIMIT', 'CORRUPT'].includes(outcome)) return `${outcome}: ${message}`;
  // Calls that return the whole result at once may reject a valid file, because `limits.resultBytes` applies to them.
  if (mustRead && outcome !== 'result' && call !== 'arrow' && call !== 'cli-verify')
    return `a legal file was rejected: ${message}`;
  return undefined;
}

/** True for a command of the command line. Some commands print only at their end, so they show no progress. */
const isCommand = (call) => call.startsWith('cli-');

const mebibytes = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;

/**
 * Runs the selected calls on the selected files.
 * @param {{ only?: (name: string) => boolean, calls?: (file: string, call: string) => boolean, server?: boolean, jobs?: number,
 *   seconds?: number, onReport?: (report: any) => void }} options
 */
export async function tryFiles(options = {}) {
  const { only = () => true, calls = () => true, server = false, jobs = 2, seconds = 10, onReport } = options;
  const cache = join(root, '.cache/memory');
  mkdirSync(cache, { recursive: true });
  // The command line reads its version from this file.
  writeFileSync(join(cache, 'package.json'), JSON.stringify({ version: '0.0.0' }));
  const folder = mkdtempSync(join(cache, 'run-'));
  try {
    const worker = join(folder, 'worker.mjs');
    await bundleSources(join(here, 'worker.ts'), worker, { sourcemap: false });
    const files = (await run(worker, { kind: 'list' })).filter(({ name }) => only(name));
    const reports = [];
    const next = files.values();
    const lane = async () => {
      for (const file of next) {
        const made = await run(worker, { kind: 'make', names: [file.name], folder });
        if (made.outcome !== undefined) throw new Error(`${file.name}: ${made.message}`);
        const path = join(folder, `${file.name}.parquet`);
        for (const name of file.calls) {
          if (!calls(file.name, name) || (server && isCommand(name))) continue;
          // Counts checks instead of time, to exclude the time for which the driver itself is paused.
          let looks = 0;
          const watch = (pid) => {
            looks++;
            if (residentBytes(pid) > stopBytes) return `stopped at ${mebibytes(residentBytes(pid))}`;
            const isLate = processorMillis(pid) > 1000 * seconds + graceMs || looks * lookMillis > 20_000 * seconds;
            return isLate ? 'did not end, even after its abort' : undefined;
          };
          const job = { kind: 'try', path, call: name, server, abortAfter: 1000 * seconds };
          const report = { file: file.name, call: name, ...(await run(worker, job, watch)) };
          const bytes = server ? serverBytes : defaultBytes;
          report.fault = faultOf(report, { mustRead: file.mustRead, call: name, bytes });
          reports.push(report);
          onReport?.(report);
        }
        rmSync(path);
      }
    };
    await Promise.all(Array.from({ length: jobs }, lane));
    return reports;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns one line of the report. */
export function describeReport({
  file,
  call,
  outcome,
  message,
  peak,
  milliseconds = 0,
  longestBlock = 0,
  batches,
  fault,
}) {
  const numbers = `${mebibytes(peak).padStart(9)} ${milliseconds.toFixed(0).padStart(6)} ms, blocked ${longestBlock.toFixed(0).padStart(5)} ms`;
  const what = `${file.padEnd(28)} ${call.padEnd(11)} ${outcome.padEnd(8)} ${numbers}, ${batches} batches`;
  if (fault !== undefined) return `${what}\n  FAULT ${fault}`;
  return outcome === 'result' ? what : `${what}  ${message.slice(0, 140)}`;
}

function parseArguments(args) {
  const options = { onReport: (report) => console.log(describeReport(report)) };
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    const text = args[i + 1] ?? '';
    if (arg === '--') continue;
    if (arg === '--server') options.server = true;
    else if (arg === '--only') {
      const pattern = new RegExp(text);
      options.only = (name) => pattern.test(name);
    } else if (arg === '--call') {
      const pattern = new RegExp(`^(?:${text})$`);
      options.calls = (_, name) => pattern.test(name);
    } else if (arg === '--jobs') options.jobs = Number(text);
    else if (arg === '--seconds') options.seconds = Number(text);
    else {
      console.error('usage: driver.mjs [--only PATTERN] [--call PATTERN] [--server] [--jobs N] [--seconds S]');
      process.exit(2);
    }
    if (arg !== '--server') i++;
  }
  return options;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const reports = await tryFiles(parseArguments(process.argv.slice(2)));
  const faults = reports.filter(({ fault }) => fault !== undefined);
  const peak = Math.max(0, ...reports.map((report) => report.peak));
  console.log(`${reports.length} calls, ${faults.length} faults, largest peak ${mebibytes(peak)}`);
  process.exitCode = faults.length === 0 && reports.length > 0 ? 0 : 1;
}
