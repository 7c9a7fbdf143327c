/** Parses the predicate of `--where`: JSON if it starts with a brace, otherwise an expression such as `delay > 60`. */
import { isParquetError } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import { bindWhere, parseWhere, type Where } from '@marquetry/prune';
import { UsageError } from '../failure.js';
import type { VariantPaths } from '../variant-paths.js';

/**
 * A predicate that is valid for a file. In `tested`, paths into VARIANT columns are replaced by the columns that store
 * their values.
 */
interface CheckedWhere {
  readonly where: Where;
  readonly tested: Where;
}

/** Parses a predicate, and checks it against the file's schema. @throws UsageError that names the invalid part. */
export function readWhere(text: string, file: ParquetFile, paths: VariantPaths | undefined): CheckedWhere {
  const where = parsePredicate(text);
  try {
    const tested = paths?.storageWhere(file, where) ?? where;
    bindWhere(file.schema, tested);
    return { where, tested };
  } catch (error) {
    if (isParquetError(error)) throw new UsageError(`--where: ${error.message}`);
    throw error;
  }
}

/** Parses a predicate, without checking that its columns exist. @throws UsageError if the text is not a predicate. */
export function parsePredicate(text: string): Where {
  try {
    return text.trimStart().startsWith('{') ? parseJson(text) : parseWhere(text);
  } catch (error) {
    throw isParquetError(error) ? new UsageError(`--where: ${error.message}`) : error;
  }
}

function parseJson(text: string): Where {
  try {
    return JSON.parse(text) as Where;
  } catch (error) {
    throw new UsageError(`--where: the predicate is not valid JSON: ${error instanceof Error ? error.message : error}`);
  }
}
