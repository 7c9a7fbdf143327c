/**
 * The predicate of `--where`: JSON where it starts with a brace, else text.
 */
import { isParquetError } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import { bindWhere, parseWhere, type Where } from '@marquetry/prune';
import { UsageError } from '../failure.js';

/** Reads a predicate, and binds it to the file to find fault with it. @throws UsageError that names the culprit. */
export function readWhere(text: string, file: ParquetFile): Where {
  try {
    const where = text.trimStart().startsWith('{') ? parseJson(text) : parseWhere(text);
    bindWhere(file.schema, where);
    return where;
  } catch (error) {
    if (isParquetError(error)) throw new UsageError(`--where: ${error.message}`);
    throw error;
  }
}

function parseJson(text: string): Where {
  try {
    return JSON.parse(text) as Where;
  } catch (error) {
    throw new UsageError(`--where: the predicate is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}
