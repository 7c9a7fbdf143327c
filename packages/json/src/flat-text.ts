/**
 * Text in one piece.
 */

/** Longer text is made one string. */
const flatLength = 2 ** 9;

/**
 * The same text in one piece: V8 keeps the parts of text that was put together until a character is read, and those of
 * many short parts take thirty times their characters.
 */
export function flat(text: string): string {
  // Always a number, which the compiler does not know.
  return text.length >= flatLength && Number.isNaN(text.charCodeAt(0)) ? '' : text;
}
