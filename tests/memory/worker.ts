/**
 * Writes files, or runs one call on one file. driver.mjs starts it as a separate process, so that its peak resident memory is that of
 * the call. Prints one line of JSON.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isParquetError, openParquet, serverLimits } from 'marquetry';
import { calls, commandCalls, readingCalls } from './calls.js';
import { hostileFiles } from './files.js';

type Job =
  | { readonly kind: 'list' }
  | { readonly kind: 'make'; readonly names: readonly string[]; readonly folder: string }
  | {
      readonly kind: 'try';
      readonly path: string;
      readonly call: string;
      readonly server: boolean;
      /** Milliseconds of processor time after which the signal aborts. */
      readonly abortAfter: number;
    };

const job = JSON.parse(process.argv[2] as string) as Job;
if (job.kind === 'list') {
  const list = hostileFiles.map(({ name, calls: own, mustRead = false }) => ({
    name,
    mustRead,
    calls: own ?? [...readingCalls, ...commandCalls],
  }));
  process.stdout.write(JSON.stringify(list));
} else if (job.kind === 'make') {
  mkdirSync(job.folder, { recursive: true });
  for (const { name, make } of hostileFiles) {
    if (job.names.includes(name)) writeFileSync(join(job.folder, `${name}.parquet`), make());
  }
} else {
  process.stdout.write(JSON.stringify(await attempt(job)));
}

/** Peak resident memory in bytes. `maxRSS` would include that of the parent process. */
function peakMemory(): number {
  try {
    const kilobytes = /VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // Not on Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}

/** Milliseconds of processor time of all threads since the process started. */
function processorMillis(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function attempt({ path, call, server, abortAfter }: Extract<Job, { kind: 'try' }>): Promise<object> {
  const options = server ? { limits: serverLimits } : {};
  const controller = new AbortController();
  const { signal } = controller;
  // Processor time, so that other processes do not affect how far a call gets.
  const clock = setInterval(() => {
    if (processorMillis() >= abortAfter) controller.abort(new Error('the time is up'));
  }, 20);
  let batches = 0;
  let abortedAt = 0;
  signal.addEventListener('abort', () => {
    abortedAt = processorMillis();
  });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const start = processorMillis();
  let outcome: string;
  let message = '';
  try {
    const run = calls[call];
    if (run === undefined) throw new Error(`there is no call ${call}`);
    const items = await run({
      path,
      open: () => openParquet(path, options),
      signal,
      progress: () => {
        batches++;
      },
    });
    outcome = 'result';
    message = String(items);
  } catch (error) {
    outcome = isParquetError(error) ? error.code : error === signal.reason ? 'aborted' : 'failure';
    message = error instanceof Error ? error.message : String(error);
  }
  const milliseconds = processorMillis() - start;
  // One last turn, so that the time that the event loop was blocked until now is counted.
  await new Promise((resolve) => setTimeout(resolve, 20));
  delay.disable();
  clearInterval(clock);
  return {
    outcome,
    message: message.slice(0, 300),
    batches,
    milliseconds,
    afterAbort: abortedAt === 0 ? 0 : processorMillis() - abortedAt,
    longestBlock: delay.max / 1e6,
    peak: peakMemory(),
  };
}
