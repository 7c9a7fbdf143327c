/** Verifies one or more files, and continues after an invalid one. */
import { isParquetError, ParquetError } from '@marquetry/core';
import type { Context } from '../context.js';
import { needsOption } from '../describe-failure.js';
import { eachInput } from '../each-input.js';
import { verifyFile } from './verify-file.js';

/** Verifies the files that the arguments name. @throws ParquetError that summarizes the problems, if there are any. */
export async function verifyFiles(args: readonly string[], json: boolean, context: Context): Promise<void> {
  let count = 0;
  let first: { readonly name: string; readonly error: ParquetError } | undefined;
  await eachInput(args, json, context, async (name, isOneOfSeveral) => {
    if (!isOneOfSeveral) return verifyFile(name, { json }, context);
    try {
      await verifyFile(name, { json, file: name }, context);
    } catch (error) {
      if (!isParquetError(error) || needsOption(error)) throw error;
      count++;
      first ??= { name, error };
    }
  });
  if (first === undefined) return;
  const { name, error } = first;
  const what = count === 1 ? `${name}: ` : `${count} files have problems, the first: ${name}: `;
  throw new ParquetError(error.code, what + error.message);
}
