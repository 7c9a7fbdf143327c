/**
 * Values of options, checked.
 */

import { isParquetError } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import { InvalidArgumentError } from 'commander';
import { UsageError } from './failure.js';

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

/** The columns that the paths name, in their order, each once. @throws UsageError when one names none. */
export function leavesOf(file: ParquetFile, paths: readonly string[] | undefined): readonly LeafNode[] {
  if (paths === undefined) return file.schema.leaves;
  try {
    return [...new Set(paths.flatMap((path) => file.schema.find(path)))];
  } catch (error) {
    throw isParquetError(error) ? new UsageError(error.message) : error;
  }
}
