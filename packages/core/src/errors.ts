/** The one error class of the project, with its five codes. */

/**
 * The kind of error:
 * - `TRUNCATED`: the bytes end before the data they announce is complete.
 * - `CORRUPT`: the bytes contradict the format or each other.
 * - `UNSUPPORTED`: legal data, but no registered encoding, codec or rule can read it; the message names the id.
 * - `INVALID_ARGUMENT`: the caller made a mistake; the file is not the cause.
 * - `LIMIT`: legal data, but above a bound of {@link Limits} or of the engine.
 */
export type ErrorCode = 'TRUNCATED' | 'CORRUPT' | 'UNSUPPORTED' | 'INVALID_ARGUMENT' | 'LIMIT';

/** The location of an error. Every layer adds the fields that it knows. */
export interface ErrorPlace {
  /** Path of the other file that stores the column, as written in the footer. */
  readonly file?: string;
  /** Byte offset in the decoder's input. */
  readonly offset?: number;
  /** The name of the decoder's input, for example `definition levels` or `page body`. */
  readonly part?: string;
  /** Ordinal of the page in its chunk, counted from 0, including the dictionary page. */
  readonly page?: number;
  /** Path of the column, names joined with `.`. */
  readonly column?: string;
  /** Ordinal of the row among the rows to write, counted from 0. */
  readonly row?: number;
  /** Ordinal of the row group, counted from 0. */
  readonly rowGroup?: number;
  /** Byte offset of the page or structure in the file. */
  readonly fileOffset?: number;
}

/** A symbol that is the same in every copy of this package. */
const brand: symbol = Symbol.for('marquetry.ParquetError');

/**
 * The only class of error that decoding throws, whatever the input. Check for it with {@link isParquetError}, which
 * also recognises errors of another copy of this package; `instanceof` does not.
 */
export class ParquetError extends Error {
  override readonly name: string = 'ParquetError';
  declare readonly code: ErrorCode;
  /** The message without the location. `message` is this text followed by {@link at} in words. */
  declare readonly reason: string;
  declare readonly at: ErrorPlace;

  constructor(code: ErrorCode, reason: string, at: ErrorPlace = {}, options?: { readonly cause?: unknown }) {
    super(reason + describePlace(at), options);
    this.code = code;
    this.reason = reason;
    this.at = at;
    Object.defineProperty(this, brand, { value: true });
  }
}

/** True for a {@link ParquetError}, even if another copy of this package created it. */
export function isParquetError(error: unknown): error is ParquetError {
  return typeof error === 'object' && error !== null && (error as Record<symbol, unknown>)[brand] === true;
}

/**
 * Adds location fields that an outer layer knows to an error. Keeps fields that an inner layer has set. Returns anything but a
 * ParquetError unchanged. Use it in a catch clause: `throw withPlace(error, { page })`.
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
