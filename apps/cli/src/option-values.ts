/** Parses and checks the values of options. */
import { InvalidArgumentError } from 'commander';

/** Parses a non-negative integer. */
export function parseCount(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(count)) return count;
  throw new InvalidArgumentError('The value must be a non-negative integer.');
}

/** Splits paths at commas; a comma inside a name is written `\,`. */
export function parsePaths(text: string): string[] {
  return text.split(/(?<!\\),/).map((path) => path.replaceAll('\\,', ','));
}

/** Parses a positive integer. */
export function parseSize(text: string): number {
  const size = parseCount(text);
  if (size > 0) return size;
  throw new InvalidArgumentError('The value must be at least 1.');
}

/** Parses the number of a TCP port; 0 means any free port. */
export function parsePort(text: string): number {
  const port = parseCount(text);
  if (port < 2 ** 16) return port;
  throw new InvalidArgumentError('The port must be below 65536.');
}
