/**
 * Makes text from files safe to print on a terminal.
 */

/**
 * Escapes control characters, line breaks and bidirectional marks, which could move the cursor or change the terminal's
 * settings.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
