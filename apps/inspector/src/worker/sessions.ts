/** The open file, and the plug-ins that it is read with. */
import { alp } from '@marquetry/alp';
import { lzo } from '@marquetry/codec-lzo';
import { zstd } from '@marquetry/codec-zstd-wasm';
import { createStandardCodecs } from '@marquetry/codecs';
import { type Kernels, ParquetError } from '@marquetry/core';
import { createStandardEncodings } from '@marquetry/encodings';
import { groupVarint } from '@marquetry/group-varint';
import { openParquet } from 'marquetry';
import type { Args, FileInfo, Progress, ReadEvent } from '../protocol.js';
import { describeFile } from './describe-file.js';
import { decryptionOf } from './keys.js';
import { nameOf, openInput } from './open-input.js';
import { reportingSource } from './reporting-source.js';
import type { CurrentSession, Session } from './session.js';

interface Sessions {
  readonly current: CurrentSession;
  open(
    args: Args<'open'>,
    context: { readonly signal: AbortSignal; part(progress: Progress): void },
  ): Promise<FileInfo>;
}

let kernels: Promise<Kernels> | undefined;

/** Loads the SIMD kernels once. They fall back to JavaScript where WebAssembly is refused. */
function loadKernels(): Promise<Kernels> {
  kernels ??= import('@marquetry/simd').then(({ loadSimdKernels }) => loadSimdKernels());
  return kernels;
}

/** @param onReads is called with the reads from files, at most ten times per second. */
export function createSessions(onReads: (reads: readonly ReadEvent[]) => void): Sessions {
  let session: Session | undefined;
  return {
    current: () => {
      if (session === undefined) throw new ParquetError('INVALID_ARGUMENT', 'open a file first');
      return session;
    },
    async open({ input, keys }, { signal, part }) {
      const start = performance.now();
      const opened = await loadKernels();
      const encodings = createStandardEncodings({ kernels: opened }).with(alp, groupVarint);
      const codecs = createStandardCodecs({ kernels: opened }).replace(zstd).with(lzo);
      const stored = await openInput(input, signal);
      const source = reportingSource(stored, onReads, (done) => part({ done, of: undefined, unit: 'bytes' }));
      const decryption = await decryptionOf(keys);
      const file = await openParquet(source, { kernels: opened, encodings, codecs, decryption, signal });
      session = { name: nameOf(input), file, encodings, codecs, kernels: opened, query: undefined };
      const info = await describeFile(session, signal);
      return { ...info, openedInMilliseconds: performance.now() - start };
    },
  };
}
