/**
 * Opens the footer of a file: parses its metadata and schema, and checks that the row groups match the schema.
 */
import {
  defaultLimits,
  isTurnDue,
  ParquetError,
  requireContract,
  runStepsInTurns,
  yieldToEventLoop,
} from '@marquetry/core';
import { columnCountOf } from '@marquetry/metadata';
import { createSchemaInSteps } from '@marquetry/schema';
import type { FileSecrets } from './decryption.js';
import { readFooter } from './footer.js';
import { indexesIn } from './footer-tail.js';
import type { OpenedFooter, OpenFooterOptions } from './parquet-file.js';
import type { ByteSource } from './source/byte-source.js';

/** Number of row groups to check between two checks of the clock. */
const quickGroups = 2 ** 10;

/** A footer, and the decryption keys of the file. */
export interface FooterWithSecrets {
  readonly opened: OpenedFooter;
  /** The decryption keys of the file; undefined if nothing in it is encrypted. */
  readonly secrets: FileSecrets | undefined;
}

/** Reads the footer, and checks that the row groups match the schema. */
export async function openFooter(source: ByteSource, options: OpenFooterOptions): Promise<FooterWithSecrets> {
  const { signal, statistics = true, limits = defaultLimits } = options;
  const memory = { heldBytes: 0 };
  const { decryption } = options;
  if (decryption !== undefined) requireContract('decryption', decryption);
  if (decryption !== undefined && options.metadata !== undefined) {
    const what = '`metadata` cannot be combined with `decryption`, which needs the footer as stored: omit `metadata`';
    throw new ParquetError('INVALID_ARGUMENT', what);
  }
  const { metadata, offset, byteLength, before, secrets } = options.metadata
    ? { metadata: options.metadata, offset: source.byteLength, byteLength: 0, before: undefined, secrets: undefined }
    : await readFooter(source, { limits, signal, statistics, memory, decryption });
  const { rowGroups } = metadata;
  const schema = await runStepsInTurns(createSchemaInSteps(metadata.schema, limits), signal);
  // If the source is in memory, its bytes need not be copied.
  const indexes = source.sharesMemory === true ? undefined : before && indexesIn(before, rowGroups);
  memory.heldBytes += indexes?.bytes.length ?? 0;
  let rowCount = 0;
  for (const [rowGroup, group] of rowGroups.entries()) {
    const columnCount = columnCountOf(group);
    if (columnCount !== schema.leaves.length) {
      const what = `the row group has ${columnCount} columns, but the schema has ${schema.leaves.length}`;
      throw new ParquetError('CORRUPT', what, { rowGroup });
    }
    rowCount += group.numRows;
    if (rowGroup % quickGroups === quickGroups - 1) while (isTurnDue()) await yieldToEventLoop(signal);
  }
  const footer = { offset, byteLength, memory, indexes };
  const opened = { metadata, schema, rowCount, footer, encryption: secrets?.facts };
  return { opened, secrets };
}
