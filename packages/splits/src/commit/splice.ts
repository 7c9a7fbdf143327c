/**
 * Joins the outputs of a plan into one file, without decoding a page.
 */

import { ParquetError, withPlace } from '@marquetry/core';
import { type FileWriterOptions, observedSink, type ParquetFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { formatPath, schemaElements } from '@marquetry/schema';
import { canonicalJson } from '../json.js';
import type { SplitOutput } from '../split.js';
import { type CommitContext, openOutput } from './opened-part.js';

/** Writes one file with the row groups of all outputs, in order. Returns the size of the file in bytes. */
export async function splice(
  outputs: readonly SplitOutput[],
  name: string,
  context: CommitContext,
  onPart: () => void,
): Promise<number> {
  // Outputs without rows are skipped: they contain only the schema.
  const filled = outputs.filter(({ rows }) => rows > 0);
  const [head] = filled.length > 0 ? filled : outputs;
  if (head === undefined) throw new ParquetError('INVALID_ARGUMENT', 'there are no outputs to publish');
  const first = await openOutput(head, context);
  try {
    return await join(first, filled, name, context, onPart);
  } finally {
    await first.close();
  }
}

/** Like {@link splice}. `first` is the first of the outputs. */
async function join(
  first: ParquetFile,
  filled: readonly SplitOutput[],
  name: string,
  context: CommitContext,
  onPart: () => void,
): Promise<number> {
  const { codecs, encodings, limits, signal, target } = context;
  const schema = schemaText(first);
  if (first.encryption !== undefined && context.encryption === undefined && !context.decrypt) {
    const cure = 'pass `encryption` from @marquetry/encryption, or `decrypt: true`';
    throw new ParquetError('INVALID_ARGUMENT', `the file would contain encrypted values in plaintext: ${cure}`);
  }
  let byteLength = 0;
  const sink = observedSink(target.sink(name), {
    onWrite: ({ length }) => {
      byteLength += length;
    },
  });
  const writer = createFileWriter(sink, {
    ...likeFile(first),
    ...{ encodings, codecs, limits, encryption: context.encryption },
    ...(signal !== undefined && { signal }),
  });
  try {
    for (const [i, output] of filled.entries()) {
      const file = i === 0 ? first : await openOutput(output, context);
      try {
        if (schemaText(file) !== schema)
          throw new ParquetError('CORRUPT', 'the schema of the output differs from that of the first output');
        for (const [rowGroup, { numRows }] of file.metadata.rowGroups.entries()) {
          // The workers have just written these files, so damaged page headers are not expected.
          if (numRows > 0) await writer.copyRowGroup(file, rowGroup, { trustIndex: true });
        }
      } catch (error) {
        throw withPlace(error, { file: output.uri });
      } finally {
        if (file !== first) await file.close();
      }
      onPart();
    }
    await writer.finish();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
  return byteLength;
}

function schemaText({ schema }: ParquetFile): string {
  return canonicalJson(schemaElements(schema));
}

/** Returns writer options that match the given output. All outputs of a plan are written with the same options. */
function likeFile({
  metadata,
  schema,
}: ParquetFile): Pick<FileWriterOptions, 'schema' | 'columns' | 'keyValueMetadata' | 'sortingColumns' | 'createdBy'> {
  const { columnOrders, createdBy, keyValueMetadata, rowGroups } = metadata;
  const columns = schema.leaves.flatMap((leaf) => {
    const order = columnOrders?.[leaf.index]?.kind ?? 'unknown';
    return order === 'unknown' ? [] : [[formatPath(leaf.path), { columnOrder: order }] as const];
  });
  const sorted = rowGroups[0]?.sortingColumns ?? [];
  return {
    schema,
    columns: Object.fromEntries(columns),
    ...(createdBy !== undefined && { createdBy }),
    ...(keyValueMetadata !== undefined && { keyValueMetadata }),
    sortingColumns: sorted.flatMap(({ columnIdx, ...direction }) => {
      const leaf = schema.leaves[columnIdx];
      return leaf === undefined ? [] : [{ column: formatPath(leaf.path), ...direction }];
    }),
  };
}
