/**
 * UTF-8 of Thrift strings. Names in metadata are short and ASCII nearly always, where calling a TextDecoder costs more
 * than the characters.
 */

const longestDirect = 64;

// A BOM is part of a string, not a mark to be dropped.
const strict: TextDecoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient: TextDecoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The string in `bytes[start, end)`, bounds checked by the caller.
 *
 * @returns `undefined` if the bytes are not UTF-8 and `replace` is false; if it is true, U+FFFD stands for what is not.
 */
export function decodeText(bytes: Uint8Array, start: number, end: number, replace: boolean): string | undefined {
  if (end - start <= longestDirect) {
    let text = '';
    let position = start;
    while (position < end) {
      const byte = bytes[position] as number;
      if (byte >= 0x80) break;
      text += String.fromCharCode(byte);
      position++;
    }
    if (position === end) return text;
  }
  const view = bytes.subarray(start, end);
  if (replace) return lenient.decode(view);
  try {
    return strict.decode(view);
  } catch {
    return undefined;
  }
}
