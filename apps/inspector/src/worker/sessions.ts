/** Opens files, and keeps the one that was opened last, with the plug-ins that read it. */
import { alp } from '@marquetry/alp';
import { lzo } from '@marquetry/codec-lzo';
import { zstd } from '@marquetry/codec-zstd-wasm';
import { createStandardCodecs } from '@marquetry/codecs';
import { type Kernels, ParquetError } from '@marquetry/core';
import { createStandardEncodings } from '@marquetry/encodings';
import type { ByteSource } from '@marquetry/file';
import { groupVarint } from '@marquetry/group-varint';
import { openParquet } from 'marquetry';
import type { Args, FileInfo, Progress, ReadEvent } from '../protocol.js';
import { describeFile } from './describe-file.js';
import { decryptionOf } from './keys.js';
import { nameOf, openInput } from './open-input.js';
import { createReports } from './read-reports.js';
import type { CurrentSession, Session } from './session.js';

interface Sessions {
  readonly current: CurrentSession;
  /**
   * Returns the source of the file that was opened last, even if it is not a Parquet file; undefined if it could not be
   * opened.
   */
  source(): ByteSource | undefined;
  open(
    args: Args<'open'>,
    context: { readonly signal: AbortSignal; part(progress: Progress): void },
  ): Promise<FileInfo>;
}

let kernels: Promise<Kernels> | undefined;

/** Loads the SIMD kernels once. If the browser does not allow WebAssembly, the JavaScript kernels are used instead. */
function loadKernels(): Promise<Kernels> {
  kernels ??= import('@marquetry/simd').then(({ loadSimdKernels }) => loadSimdKernels());
  return kernels;
}

/**
 * Creates the worker's state, at first without an open file.
 * @param onReads called with the ranges that were read from files, at most ten times per second.
 */
export function createSessions(onReads: (reads: readonly ReadEvent[]) => void): Sessions {
  let session: Session | undefined;
  let source: ByteSource | undefined;
  const reports = createReports(onReads);
  return {
    current: () => {
      if (session === undefined) throw new ParquetError('INVALID_ARGUMENT', 'open a file first');
      return session;
    },
    source: () => source,
    async open({ input, keys }, { signal, part }) {
      const start = performance.now();
      session = undefined;
      source = undefined;
      let done = 0;
      const report = (read: ReadEvent): void => {
        reports.add(read);
        done += read.byteLength;
        part({ done, of: undefined, unit: 'bytes' });
      };
      const [opened, stored] = await Promise.all([loadKernels(), openInput(input, report, signal)]);
      source = stored;
      const encodings = createStandardEncodings({ kernels: opened }).with(alp, groupVarint);
      const codecs = createStandardCodecs({ kernels: opened }).replace(zstd).with(lzo);
      const decryption = await decryptionOf(keys);
      const file = await openParquet(stored, { kernels: opened, encodings, codecs, decryption, signal });
      session = { name: nameOf(input), file, encodings, codecs, kernels: opened, query: undefined };
      const info = await describeFile(session, signal);
      return { ...info, openedInMilliseconds: performance.now() - start };
    },
  };
}
