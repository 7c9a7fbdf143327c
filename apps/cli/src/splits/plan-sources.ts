/** Implements `splits plan`: divides files into splits, which can be processed independently. */
import { isParquetError } from '@marquetry/core';
import { planSplits } from '@marquetry/splits';
import type { Context } from '../context.js';
import { UsageError } from '../failure.js';
import { filesOf } from '../inputs.js';
import { decryptionOf } from '../open-input.js';
import { parsePredicate } from '../where/read-where.js';
import { resolverOf } from './places.js';

export interface SplitPlanOptions {
  readonly where?: string;
  readonly columns?: readonly string[];
  readonly targetBytes?: number;
}

/** Prints one split per line. Prints nothing if planning fails. */
export async function planSources(
  names: readonly string[],
  options: SplitPlanOptions,
  context: Context,
): Promise<void> {
  const { output, pause, plugIns, progress, signal } = context;
  const { columns, targetBytes, where } = options;
  const uris: string[] = [];
  for (const name of names) uris.push(...(/^(s3|https?):\/\//i.test(name) ? [name] : await filesOf([name])));
  const { splits } = await planSplits(uris, {
    ...plugIns,
    decryption: decryptionOf(context),
    ...(where !== undefined && { where: parsePredicate(where) }),
    ...(columns !== undefined && { columns: columns.filter((path) => path !== '') }),
    ...(targetBytes !== undefined && { targetBytes }),
    resolve: resolverOf(context),
    signal,
    onProgress: ({ of, sources }) => progress.update(sources, of, 'files'),
  }).catch((error: unknown) => {
    // A predicate or a path that does not fit the files is a mistake in the arguments.
    throw isParquetError(error) && error.code === 'INVALID_ARGUMENT' ? new UsageError(error.message) : error;
  });
  progress.clear();
  for (const split of splits) {
    await output.writeRecords(`${JSON.stringify(split)}\n`);
    await pause();
  }
}
