/** Reduces the memory that concatenated strings take. */

/** Minimum length, in characters, of a string that is worth flattening. */
const flatLength = 2 ** 9;

/**
 * Returns the same text as one contiguous string. V8 keeps the parts of a concatenated string until a character is
 * read, and many short parts take thirty times the memory of their characters.
 */
export function flat(text: string): string {
  // Reading a character makes V8 join the parts. The result is used, so that the call is not optimized away.
  return text.length >= flatLength && Number.isNaN(text.charCodeAt(0)) ? '' : text;
}
