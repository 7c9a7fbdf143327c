/**
 * Checks that a worker has the encodings and codecs that a split needs.
 */
import { ParquetError } from '@marquetry/core';
import type { FileMetaData } from '@marquetry/metadata';
import { createSchema, type LeafNode } from '@marquetry/schema';
import type { Split } from '../split.js';
import type { OpenPartsOptions } from './opened-parts.js';

/**
 * Checks, before any byte is read, that the required encodings and codecs are registered, and that `decryption` is set
 * if a file is encrypted.
 * @throws ParquetError UNSUPPORTED, naming the missing id, and the package to install if Marquetry has one.
 */
export function requireNeeds(
  { needs, parts }: Split,
  metadata: readonly (FileMetaData | undefined)[],
  { codecs, decryption, encodings }: Pick<OpenPartsOptions, 'encodings' | 'codecs' | 'decryption'>,
): void {
  const isSealed = needs.encrypted || parts.some(({ footer }) => footer === undefined);
  if (isSealed && decryption === undefined) {
    throw new ParquetError(
      'UNSUPPORTED',
      'the split reads an encrypted file: pass `decryption` from @marquetry/encryption',
    );
  }
  for (const id of needs.codecs) codecs.resolve(id);
  for (const id of needs.encodings) {
    if (encodings.find(id) !== undefined) continue;
    const at = { file: parts[0]?.source.uri ?? '' };
    const leaf = leafWith(id, metadata);
    if (leaf === undefined) throw new ParquetError('UNSUPPORTED', `encoding id ${id} is not registered`, at);
    encodings.resolve(id, leaf);
  }
}

/** Returns a column whose chunks list the encoding; if none is found, any column. */
function leafWith(id: number, metadata: readonly (FileMetaData | undefined)[]): LeafNode | undefined {
  for (const { rowGroups, schema } of metadata.filter((each) => each !== undefined)) {
    const { leaves } = createSchema(schema);
    for (const { columns } of rowGroups) {
      const found = columns.findIndex(({ metaData }) => metaData?.encodings.includes(id) === true);
      if (found >= 0) return leaves[found];
    }
    if (leaves.length > 0) return leaves[0];
  }
  return undefined;
}
