/**
 * Values of options, checked.
 */
import { InvalidArgumentError } from 'commander';

/** A whole number from 0 on. */
export function parseCount(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(count)) return count;
  throw new InvalidArgumentError('It must be a whole number from 0 on.');
}

/** Paths separated by commas; a comma inside a name is written `\,`. */
export function parsePaths(text: string): string[] {
  return text.split(/(?<!\\),/).map((path) => path.replaceAll('\\,', ','));
}

/** A whole number from 1 on. */
export function parseSize(text: string): number {
  const size = parseCount(text);
  if (size > 0) return size;
  throw new InvalidArgumentError('It must be at least 1.');
}
