/**
 * Opens the sources of a plan by their addresses.
 */
import { isParquetError, ParquetError } from '@marquetry/core';
import { type ByteSource, openSource } from '@marquetry/file';
import type { SplitSource } from '../split.js';

/**
 * Opens a source. When a split is executed, `known` gives the planned size and version, so that no request is needed to open the source. The source
 * must then reject reads with CORRUPT if the version of the file has changed, or have a `version`, which is compared with the planned version.
 */
export type ResolveSource = (
  uri: string,
  known: Omit<SplitSource, 'uri'> | undefined,
  signal?: AbortSignal,
) => Promise<ByteSource>;

/** Opens paths (in Node) and http or https URLs. Retries requests after temporary failures. */
export const resolveSource: ResolveSource = async (uri, known, signal) =>
  openSource(uri, { known, signal, wholeBytes: 0, retry: true });

interface Runtime {
  readonly process?: {
    getBuiltinModule?(name: 'node:path'): { resolve(path: string): string } | undefined;
  };
}

/** Returns an address that other processes on the same machine can use: a relative path becomes absolute. */
export function absoluteUri(uri: string): string {
  if (/^[a-z][a-z0-9+.-]+:/i.test(uri)) return uri;
  return (globalThis as Runtime).process?.getBuiltinModule?.('node:path')?.resolve(uri) ?? uri;
}

/**
 * Opens the source of a split, and checks that it is the file that was planned.
 * @throws ParquetError CORRUPT, naming the file, if it has changed since the split was planned, or no longer exists.
 */
export async function openPlanned(
  resolve: ResolveSource,
  { uri, ...known }: SplitSource,
  signal: AbortSignal | undefined,
): Promise<ByteSource> {
  let source: ByteSource;
  try {
    source = await resolve(uri, known, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (isMissing(error)) throw changed(uri, 'file not found', error);
    throw error;
  }
  if (source.byteLength !== known.byteLength) {
    throw changed(uri, `${source.byteLength} bytes instead of ${known.byteLength}`);
  }
  if (known.version !== undefined && source.version !== undefined && source.version !== known.version) {
    throw changed(uri, `version ${source.version} instead of ${known.version}`);
  }
  return source;
}

function isMissing(error: unknown): boolean {
  return !isParquetError(error) && error instanceof Error && (error as { code?: unknown }).code === 'ENOENT';
}

function changed(uri: string, how: string, cause?: unknown): ParquetError {
  const what = `the file has changed since the split was planned (${how}): plan again`;
  return new ParquetError('CORRUPT', what, { file: uri }, { cause });
}
