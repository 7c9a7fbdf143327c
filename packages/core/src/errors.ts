/** `ParquetError`, Marquetry's only error class, and its five codes. */

/**
 * The kind of error:
 * - `TRUNCATED`: the data ends earlier than its headers and counts state.
 * - `CORRUPT`: the bytes contradict the format or each other.
 * - `UNSUPPORTED`: the data is legal, but no registered encoding or codec can read it (the message names the id), or
 *   Marquetry does not support it.
 * - `INVALID_ARGUMENT`: the caller passed an invalid argument; the file is not at fault.
 * - `LIMIT`: the data is legal, but exceeds a bound of {@link Limits} or of the engine.
 */
export type ErrorCode = 'TRUNCATED' | 'CORRUPT' | 'UNSUPPORTED' | 'INVALID_ARGUMENT' | 'LIMIT';

/** The location of an error. Each layer adds the members that it knows. */
export interface ErrorPlace {
  /** The path of the external file that stores the column, copied from the footer. */
  readonly file?: string;
  /** A byte offset in the decoder's input. */
  readonly offset?: number;
  /** The name of the decoder's input, for example `definition levels` or `page body`. */
  readonly part?: string;
  /** The ordinal of the page in its chunk, counted from 0. The dictionary page is counted, too. */
  readonly page?: number;
  /** The path of the column: names joined with `.`. */
  readonly column?: string;
  /** The ordinal of the row among the rows passed to the writer, counted from 0. */
  readonly row?: number;
  /** The ordinal of the row group in the file, counted from 0. */
  readonly rowGroup?: number;
  /** The byte offset of the page or structure in the file. */
  readonly fileOffset?: number;
}

/**
 * The kind of argument that the caller can pass to avoid an error. `keys`: the decryption keys or the AAD prefix of an
 * encrypted file.
 */
export type ErrorCure = 'keys';

/** Optional members of a {@link ParquetError}. */
export interface ParquetErrorOptions {
  /** The error that caused this one. */
  readonly cause?: unknown;
  readonly cure?: ErrorCure | undefined;
}

/** Marks every ParquetError. The symbol is the same in all loaded copies of this package. */
const brand: symbol = Symbol.for('marquetry.ParquetError');

/**
 * The only class of error that decoding throws, whatever the input. Test for it with {@link isParquetError}, which,
 * unlike `instanceof`, also recognizes errors that another copy of this package threw.
 */
export class ParquetError extends Error {
  override readonly name: string = 'ParquetError';
  declare readonly code: ErrorCode;
  /** The message without the location. `message` is this text, followed by {@link at} in words. */
  declare readonly reason: string;
  declare readonly at: ErrorPlace;
  /**
   * The kind of argument that the caller can pass to avoid the error, so that a program can ask the user for it;
   * undefined for most errors.
   */
  declare readonly cure: ErrorCure | undefined;

  constructor(code: ErrorCode, reason: string, at: ErrorPlace = {}, options?: ParquetErrorOptions) {
    super(reason + describePlace(at), options);
    this.code = code;
    this.reason = reason;
    this.at = at;
    this.cure = options?.cure;
    Object.defineProperty(this, brand, { value: true });
  }
}

/** True for a {@link ParquetError}, even if another copy of this package created it. */
export function isParquetError(error: unknown): error is ParquetError {
  return typeof error === 'object' && error !== null && (error as Record<symbol, unknown>)[brand] === true;
}

/**
 * Adds to an error the location that an outer layer knows. Keeps the members that an inner layer has already set. If
 * the argument is not a ParquetError, it is returned unchanged. Use this in a catch clause:
 * `throw withPlace(error, { page })`.
 */
export function withPlace(error: unknown, place: ErrorPlace): unknown {
  if (!isParquetError(error)) return error;
  return new ParquetError(
    error.code,
    error.reason,
    { ...place, ...error.at },
    {
      cause: error.cause ?? error,
      cure: error.cure,
    },
  );
}

/** The members of an error's location, in the order in which messages list them, and the text before each value. */
const placeWords: readonly (readonly [keyof ErrorPlace, string])[] = [
  ['file', 'file '],
  ['column', 'column '],
  ['row', 'row '],
  ['rowGroup', 'row group '],
  ['page', 'page '],
  ['part', ''],
  ['offset', 'byte '],
  ['fileOffset', 'file offset '],
];

function describePlace(at: ErrorPlace): string {
  const words = placeWords.filter(([name]) => at[name] !== undefined).map(([name, word]) => word + at[name]);
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}
