/**
 * The one error class of the project, and what its five codes mean.
 */

/**
 * Whose fault it is:
 * - `TRUNCATED`: bytes end before what they announce is complete.
 * - `CORRUPT`: bytes contradict the format, or each other.
 * - `UNSUPPORTED`: legal, but no registered encoding, codec or rule reads it; the message names the id.
 * - `INVALID_ARGUMENT`: the caller's mistake, not the file's.
 * - `LIMIT`: legal, but above a bound of {@link Limits} or of the engine.
 */
export type ErrorCode = 'TRUNCATED' | 'CORRUPT' | 'UNSUPPORTED' | 'INVALID_ARGUMENT' | 'LIMIT';

/** Where an error happened; every layer adds what it knows. */
export interface ErrorPlace {
  /** Path of the file, as the footer has it, where a column lies in another file. */
  readonly file?: string;
  /** Byte offset in the bytes that the decoder was given. */
  readonly offset?: number;
  /** What those bytes are, e.g. `definition levels` or `page body`. */
  readonly part?: string;
  /** Ordinal of the page in its chunk, dictionary page included, from 0. */
  readonly page?: number;
  /** Path of the column, names joined with `.`. */
  readonly column?: string;
  /** Ordinal of the row among those given to write, from 0. */
  readonly row?: number;
  /** Ordinal of the row group, from 0. */
  readonly rowGroup?: number;
  /** Byte offset of the page or structure in the file. */
  readonly fileOffset?: number;
}

/** The same symbol in every copy of this package. */
const brand: symbol = Symbol.for('marquetry.ParquetError');

/**
 * The only thing that decoding throws, whatever the bytes. Branded with `Symbol.for`, so that {@link isParquetError}
 * recognises errors of another copy of this package; `instanceof` does not.
 */
export class ParquetError extends Error {
  override readonly name: string = 'ParquetError';
  readonly code: ErrorCode;
  /** What went wrong, without the place. `message` is this plus {@link at} in words. */
  readonly reason: string;
  readonly at: ErrorPlace;

  constructor(code: ErrorCode, reason: string, at: ErrorPlace = {}, options?: { readonly cause?: unknown }) {
    super(reason + describePlace(at), options);
    this.code = code;
    this.reason = reason;
    this.at = at;
    Object.defineProperty(this, brand, { value: true });
  }
}

/** True for a {@link ParquetError} of any copy of this package. */
export function isParquetError(error: unknown): error is ParquetError {
  return typeof error === 'object' && error !== null && (error as Record<symbol, unknown>)[brand] === true;
}

/**
 * Adds what an outer layer knows to an error's place; what an inner layer said stays. Anything but a ParquetError comes
 * back unchanged. For use as `throw withPlace(error, { page })` in a catch clause.
 */
export function withPlace(error: unknown, place: ErrorPlace): unknown {
  if (!isParquetError(error)) return error;
  return new ParquetError(error.code, error.reason, { ...place, ...error.at }, { cause: error.cause ?? error });
}

function describePlace(at: ErrorPlace): string {
  const words: string[] = [];
  if (at.file !== undefined) words.push(`file ${at.file}`);
  if (at.column !== undefined) words.push(`column ${at.column}`);
  if (at.row !== undefined) words.push(`row ${at.row}`);
  if (at.rowGroup !== undefined) words.push(`row group ${at.rowGroup}`);
  if (at.page !== undefined) words.push(`page ${at.page}`);
  if (at.part !== undefined) words.push(at.part);
  if (at.offset !== undefined) words.push(`byte ${at.offset}`);
  if (at.fileOffset !== undefined) words.push(`file offset ${at.fileOffset}`);
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}
