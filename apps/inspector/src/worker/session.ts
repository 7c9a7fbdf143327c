/** The type of an open file. */
import type { CodecRegistry, EncodingRegistry, Kernels } from '@marquetry/core';
import type { ParquetReader } from 'marquetry';
import type { QueryState } from './query-state.js';

/** An open file, and the plug-ins that it is read with. */
export interface Session {
  readonly name: string;
  readonly file: ParquetReader;
  readonly encodings: EncodingRegistry;
  readonly codecs: CodecRegistry;
  readonly kernels: Kernels;
  /** The query that windows of rows are read for. */
  query: QueryState | undefined;
}

/** Returns the open file. @throws ParquetError INVALID_ARGUMENT if no file is open. */
export type CurrentSession = () => Session;
