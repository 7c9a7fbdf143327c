/** The interface through which functions such as `readString` and `skipValue` use the reader. */
import type { ErrorCode, Limits, ParquetError } from '@marquetry/core';
import type { ParsedMemory } from './options.js';

/**
 * A position in the input bytes, and the types from the last header read. `CompactReader` implements and documents the
 * members.
 */
export interface Cursor {
  readonly bytes: Uint8Array;
  position: number;
  readonly end: number;
  readonly limits: Limits;
  readonly part: string | undefined;
  readonly memory: ParsedMemory | undefined;
  readonly type: number;
  elementType: number;
  keyType: number;
  error(code: ErrorCode, reason: string): ParquetError;
  limitError(limit: keyof Limits, what: string): ParquetError;
  endOfBytes(): ParquetError;
  advance(count: number): number;
  descend(): void;
  ascend(): void;
  beginStruct(): number;
  endStruct(outer: number): void;
  nextField(): boolean;
  readLength(): number;
  readListHeader(): number;
  readMapHeader(): number;
}
