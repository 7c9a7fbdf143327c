/** Creates the errors for invalid variant bytes. */
import { ParquetError } from '@marquetry/core';

/** The buffer that an offset in an error message refers to. */
export type VariantPart = 'variant metadata' | 'variant value';

export function truncated(part: VariantPart, offset: number, what: string): ParquetError {
  return new ParquetError('TRUNCATED', `${what} extends past the ${part}`, { part, offset });
}

export function corrupt(part: VariantPart, offset: number, reason: string): ParquetError {
  return new ParquetError('CORRUPT', reason, { part, offset });
}

const decoder: TextDecoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns the text of `bytes[from, end)`. @throws ParquetError CORRUPT if it is not UTF-8. */
export function textOf(bytes: Uint8Array, from: number, end: number, part: VariantPart): string {
  let text = '';
  // For short ASCII text, a loop is faster than calling a TextDecoder.
  if (end - from <= 24) {
    let i = from;
    for (; i < end; i++) {
      const byte = bytes[i] as number;
      if (byte > 0x7f) break;
      text += String.fromCharCode(byte);
    }
    if (i === end) return text;
  }
  try {
    return decoder.decode(bytes.subarray(from, end));
  } catch {
    throw corrupt(part, from, `a string of ${end - from} bytes is not valid UTF-8`);
  }
}
