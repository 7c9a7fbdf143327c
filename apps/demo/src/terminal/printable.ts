/**
 * Text from files, made safe for a terminal.
 */

/** Control characters, line ends and marks of direction as escapes: they could move the cursor, and worse. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
