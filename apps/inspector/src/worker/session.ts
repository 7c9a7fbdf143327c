/** Defines the state that the worker keeps for the open file. */
import type { CodecRegistry, EncodingRegistry, Kernels } from '@marquetry/core';
import type { ParquetReader } from 'marquetry';
import type { QueryState } from './query-state.js';

/** An open file, and the plug-ins that read it. */
export interface Session {
  readonly name: string;
  readonly file: ParquetReader;
  readonly encodings: EncodingRegistry;
  readonly codecs: CodecRegistry;
  readonly kernels: Kernels;
  /** The current query, whose rows are being shown. */
  query: QueryState | undefined;
}

/** Returns the open file. @throws ParquetError INVALID_ARGUMENT if no file is open. */
export type CurrentSession = () => Session;
