/**
 * Reads the Arrow schema that a writer stored in a file, and compares it with the Parquet schema. The result lists
 * the properties that the stored schema adds to each field.
 */
import { ParquetError, type Steps } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import type { Field, LeafNode } from '@marquetry/schema';
import type { ArrowTypeOptions } from '../read/mapping.js';
import { type Hints, matchFields } from './match-fields.js';
import { readStoredSchema, storedSchemaKey } from './stored-schema.js';

interface StoredHints {
  readonly hints: Hints | undefined;
  /** The metadata of the stored schema itself, not of its fields. */
  readonly metadata: ReadonlyMap<string, string>;
}

const none: StoredHints = { hints: undefined, metadata: new Map() };

/**
 * Returns the properties that the stored Arrow schema adds to the fields, in steps of about a millisecond.
 * @throws ParquetError INVALID_ARGUMENT if the `arrowSchema` option is not `use`, `check` or `ignore`;
 * CORRUPT, only with `check`, if the stored schema is damaged or contradicts the file.
 */
export function* storedHints(
  { metadata }: Pick<ParquetFile, 'metadata'>,
  fields: readonly Field[],
  { arrowSchema: use = 'use', physical }: ArrowTypeOptions & { readonly arrowSchema?: string },
): Steps<StoredHints> {
  if (use !== 'use' && use !== 'check' && use !== 'ignore') {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `\`arrowSchema\` must be 'use', 'check' or 'ignore', got ${String(use)}`,
    );
  }
  const text = metadata.keyValueMetadata?.find(({ key }) => key === storedSchemaKey)?.value;
  if (use === 'ignore' || text === undefined) return none;
  const stored = yield* readStoredSchema(text);
  if (stored === undefined) {
    if (use === 'check')
      throw new ParquetError('CORRUPT', 'the value of ARROW:schema is not an Arrow schema in base64');
    return none;
  }
  const hints = yield* matchFields(fields, stored, {
    isPhysical: (leaf) => physical?.(leaf) ?? false,
    contradict: (column, reason) => {
      if (use === 'check') throw new ParquetError('CORRUPT', reason, { column });
    },
  });
  return { hints, metadata: stored.metadata };
}

/** Returns the columns that were Dictionary columns when the file was written. */
export function dictionariesOf(hints: Hints | undefined): ReadonlySet<LeafNode> {
  const leaves = new Set<LeafNode>();
  for (const [field, { dictionary }] of hints ?? []) {
    if (field.kind === 'leaf' && dictionary !== undefined) leaves.add(field.leaf);
  }
  return leaves;
}
