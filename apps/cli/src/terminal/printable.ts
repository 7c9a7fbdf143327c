/** Makes text from files safe for a terminal, where control characters could move the cursor or do worse. */

/**
 * Matches text that contains only ASCII and box-drawing characters, each of which is one column wide. It is tried
 * first, because regular expressions with Unicode properties take milliseconds to compile.
 */
const plain = /^[\u0020-\u007e\u2500-\u257f]*$/;

const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Replaces control characters and line breaks with escapes such as `\n` and `\u001b`. */
export function printable(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(unsafe, (character) => {
    const escaped = JSON.stringify(character).slice(1, -1);
    return escaped === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : escaped;
  });
}

const unsafeInRecords = /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Escapes control characters in JSON or CSV, except tabs and line breaks. Escaped JSON parses to the same value. */
export function printableRecords(text: string): string {
  return text.replace(unsafeInRecords, printable);
}

// Matches characters that are two columns wide: emoji, and most that Unicode's East Asian Width calls wide.
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const combining = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Returns the number of terminal columns that a string takes. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** Returns `text`, truncated with an ellipsis if it is wider than `width` terminal columns. */
export function shortened(text: string, width: number): string {
  if (text.length <= width && widthOf(text) <= width) return text;
  let taken = '';
  let used = 0;
  for (const character of text) {
    used += characterWidth(character);
    if (used > width - 1) break;
    taken += character;
  }
  return widthOf(text.slice(0, 4 * width)) <= width ? text : `${taken}…`;
}

function characterWidth(character: string): number {
  if (combining.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
