/** Decodes many UTF-8 values with a single call to a TextDecoder. */
import { ParquetError } from '@marquetry/core';

/** Maximum number of bytes to decode at once. JavaScript engines limit strings to about 2^29 characters. */
const pieceBytes = 2 ** 28;
/** A substring of at least this many characters is a view that keeps the whole string in memory. */
const sharedLength = 13;

// Keep a byte order mark, which is part of the value, and throw for invalid UTF-8.
const decoder: TextDecoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Returns the values `[0, length)` as strings. If `pin` is true, a string may keep the other strings in memory.
 * @throws ParquetError CORRUPT for a value that is not UTF-8, with its index; LIMIT for a value that is too long for a
 * string.
 */
export function decodeTexts(offsets: Int32Array, data: Uint8Array, length: number, pin: boolean): string[] {
  const texts: string[] = new Array(length);
  for (let from = 0; from < length; ) {
    const to = pieceEnd(offsets, from, length);
    decodePiece(texts, { offsets, data, from, to, pin });
    from = to;
  }
  return texts;
}

interface Piece {
  readonly offsets: Int32Array;
  readonly data: Uint8Array;
  readonly from: number;
  readonly to: number;
  readonly pin: boolean;
}

/** Returns the end of the range of values to decode together, which starts at value `from`. */
function pieceEnd(offsets: Int32Array, from: number, length: number): number {
  const start = offsets[from] as number;
  if ((offsets[length] as number) - start <= pieceBytes) return length;
  let to = from + 1;
  while (to < length && (offsets[to + 1] as number) - start <= pieceBytes) to++;
  const byteLength = (offsets[to] as number) - start;
  if (byteLength > pieceBytes) {
    throw new ParquetError(
      'LIMIT',
      `value ${from} has ${byteLength} bytes, too many for a string: read the column as 'bytes'`,
    );
  }
  return to;
}

function decodePiece(texts: string[], piece: Piece): void {
  const { offsets, data, from, to, pin } = piece;
  const start = offsets[from] as number;
  const bytes = data.subarray(start, offsets[to] as number);
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw invalidValue(piece);
  }
  const isAscii = text.length === bytes.length;
  if (!pin && bytes.length >= sharedLength) decodeApart(texts, piece, text, isAscii);
  else if (isAscii) sliceAscii(texts, piece, text);
  else sliceText(texts, piece, text);
}

/** Slices decoded ASCII text into values; each character is one byte. */
function sliceAscii(texts: string[], { offsets, from, to }: Piece, text: string): void {
  const start = offsets[from] as number;
  let begin = 0;
  for (let i = from; i < to; i++) {
    const end = (offsets[i + 1] as number) - start;
    texts[i] = text.substring(begin, end);
    begin = end;
  }
}

/**
 * Slices the decoded text into values by counting UTF-16 units: one for each byte that starts a character, but two if
 * the character has four bytes.
 */
function sliceText(texts: string[], piece: Piece, text: string): void {
  const { offsets, data, from, to } = piece;
  let begin = 0;
  for (let i = from; i < to; i++) {
    const at = offsets[i] as number;
    const last = offsets[i + 1] as number;
    requireBoundary(piece, i);
    let end = begin;
    for (let k = at; k < last; k++) {
      const byte = data[k] as number;
      if (byte < 0x80 || byte > 0xbf) end += byte > 0xef ? 2 : 1;
    }
    texts[i] = text.substring(begin, end);
    begin = end;
  }
}

/**
 * Decodes each value separately, so that it does not keep other values in memory. Short values may be slices, because
 * engines copy short slices.
 */
function decodeApart(texts: string[], piece: Piece, text: string, isAscii: boolean): void {
  const { offsets, data, from, to } = piece;
  const start = offsets[from] as number;
  // Check all boundaries first: if a value starts inside a character, the previous value is invalid, too.
  for (let i = from; i < to; i++) requireBoundary(piece, i);
  for (let i = from; i < to; i++) {
    const at = offsets[i] as number;
    const last = offsets[i + 1] as number;
    texts[i] =
      isAscii && last - at < sharedLength
        ? text.substring(at - start, last - start)
        : decoder.decode(data.subarray(at, last));
  }
}

/**
 * Throws if value `index` starts inside a character. If no value does, and the whole text is valid UTF-8, every value
 * is valid.
 */
function requireBoundary({ offsets, data, from }: Piece, index: number): void {
  const at = offsets[index] as number;
  const last = offsets[index + 1] as number;
  if (at === last || index === from) return;
  if (((data[at] as number) & 0xc0) === 0x80) throw notText(index);
}

/** Creates the error for the first value that is not valid UTF-8. */
function invalidValue({ offsets, data, from, to }: Piece): ParquetError {
  for (let i = from; i < to; i++) {
    try {
      decoder.decode(data.subarray(offsets[i] as number, offsets[i + 1] as number));
    } catch {
      return notText(i);
    }
  }
  return notText(from);
}

function notText(index: number): ParquetError {
  return new ParquetError('CORRUPT', `value ${index} is not valid UTF-8: read the column as 'bytes'`);
}
