/**
 * Writes the hostile files, or runs one call on one of them, and prints its result as one line of JSON. driver.mjs runs
 * each call in a process of its own, so that the peak memory of the process is the peak memory of the call.
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
      /** Abort the call when the process has used this much processor time, in milliseconds. */
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

/** Returns the peak resident memory of this process in bytes. `maxRSS` would include the memory of the parent process. */
function peakMemory(): number {
  try {
    const kilobytes = /VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // /proc exists only on Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}

/** Returns the processor time of all threads since the process started, in milliseconds. */
function processorMillis(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function attempt({ path, call, server, abortAfter }: Extract<Job, { kind: 'try' }>): Promise<object> {
  const options = server ? { limits: serverLimits } : {};
  const controller = new AbortController();
  const { signal } = controller;
  // The timeout counts processor time, so that other processes do not affect how far a call gets.
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
  // Wait for one more turn of the event loop, so that the time for which the call has just blocked it is counted.
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
