/**
 * The software versions on which the bytes of an output depend, and the processor time that has been used.
 */
import { version } from '../../package.json';

interface CpuUsage {
  readonly user: number;
  readonly system: number;
}

interface Runtime {
  readonly process?: {
    readonly versions?: Readonly<Record<string, string | undefined>>;
    cpuUsage?(): CpuUsage;
    threadCpuUsage?(): CpuUsage;
    getBuiltinModule?(name: 'node:worker_threads'): { readonly isMainThread: boolean } | undefined;
  };
  readonly navigator?: { readonly userAgent?: string };
}

const { process, navigator } = globalThis as Runtime;

/** Returns the versions as one line, such as `marquetry 0.1.0, node 24.1.0, zlib 1.3.1, zstd 1.5.7, brotli 1.1.0`. */
export function environmentOf(): string {
  const names = ['bun', 'deno', 'node', 'zlib', 'zstd', 'brotli'];
  const versions = names.flatMap((name) =>
    process?.versions?.[name] === undefined ? [] : [`${name} ${process.versions[name]}`],
  );
  const runtime = versions.length > 0 ? versions : [(navigator?.userAgent ?? 'unknown runtime').slice(0, 100)];
  return [`marquetry ${version}`, ...runtime].join(', ');
}

/**
 * Returns a function that returns the processor time used since this call, in milliseconds. In a worker thread, this is
 * the time of the thread, otherwise that of the process.
 */
export function startCpuTime(): () => number {
  const isWorker = process?.getBuiltinModule?.('node:worker_threads')?.isMainThread === false;
  const usage = (): CpuUsage =>
    (isWorker ? process?.threadCpuUsage?.() : undefined) ?? process?.cpuUsage?.() ?? { user: 0, system: 0 };
  const start = usage();
  return () => {
    const now = usage();
    return Math.round((now.user - start.user + now.system - start.system) / 1000);
  };
}
