/** Parses the predicate of `--where`: JSON if it starts with a brace, otherwise text. */
import { isParquetError } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import { bindWhere, parseWhere, type Where } from '@marquetry/prune';
import { UsageError } from '../failure.js';

/** Parses a predicate, and checks it against the file's schema. @throws UsageError that names the wrong part. */
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
    throw new UsageError(`--where: the predicate is not valid JSON: ${error instanceof Error ? error.message : error}`);
  }
}
