/**
 * Calls liblzo2, the original LZO library, through `judge_lzo.py`, if Python and the library are installed (Debian's package liblzo2-2, or
 * the path in MARQUETRY_LZO).
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('judge_lzo.py', import.meta.url));

/** A job for liblzo2: bytes to compress with one of its compressors, or a stream to decompress. */
export type LzoJob =
  | { readonly pack: Uint8Array; readonly with: 'lzo1x_1' | 'lzo1x_1_15' | 'lzo1x_999' }
  | { readonly unpack: Uint8Array; readonly size: number };

export interface LzoAnswer {
  readonly bytes: Uint8Array;
  /** The result code of liblzo2. Negative if it rejects the stream. */
  readonly code: number;
}

/** Returns the version of liblzo2, or `undefined` if the library is not found. */
export function lzoVersion(): string | undefined {
  const { status, stdout } = start('');
  return status === 0 ? (JSON.parse(stdout) as { version: string }).version : undefined;
}

/** Runs all jobs in one Python process, and returns one result per job. */
export function askLzo(jobs: readonly LzoJob[]): LzoAnswer[] {
  const lines = jobs.map((job) =>
    JSON.stringify('pack' in job ? { ...job, pack: base64(job.pack) } : { ...job, unpack: base64(job.unpack) }),
  );
  const { status, stdout, stderr } = start(lines.join('\n'));
  if (status !== 0) throw new Error(`Python ended with ${status}: ${stderr}`);
  const [, ...answers] = stdout.trim().split('\n');
  return answers.map((line) => {
    const { bytes, code } = JSON.parse(line) as { bytes: string; code: number };
    return { bytes: new Uint8Array(Buffer.from(bytes, 'base64')), code };
  });
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function start(input: string) {
  const python = process.env['MARQUETRY_PYTHON'] ?? 'python3';
  return spawnSync(python, [script], { input, encoding: 'utf8', maxBuffer: 2 ** 28 });
}
