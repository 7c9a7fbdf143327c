/**
 * The footer (parquet.thrift `FileMetaData`).
 *
 * ```
 * file = "PAR1" ... FileMetaData, length of FileMetaData as u32 LE, "PAR1"
 * ```
 */

import { runSteps, type Steps } from '@marquetry/core';
import { type CompactReader, CompactWriter, holdParsed, WireType } from '@marquetry/thrift';
import { ChunkIndex } from './chunk-index.js';
import { type ColumnOrder, parseColumnOrder, putColumnOrder } from './column-order.js';
import { type EncryptionAlgorithm, parseEncryptionAlgorithm, putEncryptionAlgorithm } from './encryption-algorithm.js';
import {
  binaryField,
  count64Field,
  i32Field,
  listFieldInSteps,
  listHeader,
  type Mutable,
  required,
  stepElements,
  structField,
  textField,
} from './fields.js';
import { type KeyValue, keyValueListInSteps, putKeyValue } from './key-value.js';
import { type ReadOptions, readerOf } from './options.js';
import { putBinary, putI32, putI64, putList, putString, putStruct } from './put.js';
import { parseRowGroup, putRowGroup, type RowGroup } from './row-group.js';
import { parseSchemaElement, putSchemaElement, type SchemaElement } from './schema-element.js';

// Approximate heap bytes in V8, rounded up. The bytes of a schema element include its node in the schema tree.
const elementBytes = 512;
/** Heap bytes per row group, including its element in the array of row groups. */
const rowGroupBytes = 272;
const columnOrderBytes = 40;

/** The footer of a file. */
export interface FileMetaData {
  /** The version of the format as stored, usually 1 or 2. Readers treat both alike. */
  readonly version: number;
  /**
   * The nodes of the schema tree in depth-first order, starting with the root. Whether they form a valid tree is not
   * checked.
   */
  readonly schema: readonly SchemaElement[];
  /** Number of rows. Never negative. Some writers store 0 although row groups have rows. */
  readonly numRows: number;
  readonly rowGroups: readonly RowGroup[];
  readonly keyValueMetadata?: readonly KeyValue[];
  /** Name and version of the application that wrote the file; invalid UTF-8 is replaced by U+FFFD. */
  readonly createdBy?: string;
  /** One {@link ColumnOrder} per leaf column. If absent, `minValue` and `maxValue` have no meaning. */
  readonly columnOrders?: readonly ColumnOrder[];
  /** Present if the file has encrypted columns and a plaintext footer. */
  readonly encryptionAlgorithm?: EncryptionAlgorithm;
  /** Information for retrieving the key that signs the footer; shares memory with the input bytes. */
  readonly footerSigningKeyMetadata?: Uint8Array;
}

/**
 * Reads a footer. The whole footer is checked, but column chunks are parsed from `bytes` only when they are first
 * accessed. The metadata refers to `bytes`, which must not change. Binary fields share memory with `bytes`.
 *
 * @param bytes The Thrift struct, without the length and magic that follow it in a file. Bytes after the struct, such
 * as a signature, are ignored.
 * @throws ParquetError TRUNCATED if `bytes` end too early; CORRUPT, naming the field, if a field is missing, negative
 * or of the wrong type; LIMIT if the footer exceeds `limits.footerBytes`, `schemaElements`, `listLength` or
 * `thriftDepth`, if an i64 is beyond ±(2^53 - 1), or if the bytes and the structs parsed from them exceed
 * `memoryBytes`.
 */
export function readFileMetaData(bytes: Uint8Array, options: ReadOptions = {}): FileMetaData {
  return runSteps(readFileMetaDataInSteps(bytes, options));
}

/** Like {@link readFileMetaData}, in steps of about a millisecond, so that the event loop can run in between. */
export function* readFileMetaDataInSteps(bytes: Uint8Array, options: ReadOptions = {}): Steps<FileMetaData> {
  const reader = readerOf(bytes, 0, options, 'footer', 'footerBytes');
  holdParsed(reader, bytes.length);
  const withStatistics = options.statistics !== false;
  const metadata: Partial<Mutable<FileMetaData>> = {};
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        metadata.version = i32Field(reader, 'FileMetaData.version');
        break;
      case 2:
        metadata.schema = yield* parseSchema(reader);
        break;
      case 3:
        metadata.numRows = count64Field(reader, 'FileMetaData.numRows');
        break;
      case 4:
        metadata.rowGroups = yield* parseRowGroups(reader, withStatistics);
        break;
      case 5:
        metadata.keyValueMetadata = yield* keyValueListInSteps(reader, 'FileMetaData.keyValueMetadata');
        break;
      case 6:
        metadata.createdBy = textField(reader, 'FileMetaData.createdBy');
        break;
      case 7:
        metadata.columnOrders = yield* listFieldInSteps(
          reader,
          'FileMetaData.columnOrders',
          WireType.STRUCT,
          columnOrderBytes,
          parseColumnOrder,
        );
        break;
      case 8:
        metadata.encryptionAlgorithm = structField(
          reader,
          'FileMetaData.encryptionAlgorithm',
          parseEncryptionAlgorithm,
        );
        break;
      case 9:
        metadata.footerSigningKeyMetadata = binaryField(reader, 'FileMetaData.footerSigningKeyMetadata');
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  required(metadata.version, reader, 'FileMetaData.version');
  required(metadata.schema, reader, 'FileMetaData.schema');
  required(metadata.numRows, reader, 'FileMetaData.numRows');
  required(metadata.rowGroups, reader, 'FileMetaData.rowGroups');
  return metadata as FileMetaData;
}

function* parseRowGroups(reader: CompactReader, withStatistics: boolean): Steps<RowGroup[]> {
  const index = new ChunkIndex(reader, withStatistics);
  const count = listHeader(reader, 'FileMetaData.rowGroups', WireType.STRUCT);
  holdParsed(reader, count * rowGroupBytes);
  const rowGroups: RowGroup[] = [];
  for (let ordinal = 0; ordinal < count; ordinal++) {
    rowGroups.push(yield* parseRowGroup(reader, index, ordinal));
    if (ordinal % stepElements === stepElements - 1) yield;
  }
  return rowGroups;
}

function parseSchema(reader: CompactReader): Steps<SchemaElement[]> {
  const { schemaElements } = reader.limits;
  let count = 0;
  return listFieldInSteps(reader, 'FileMetaData.schema', WireType.STRUCT, elementBytes, (element) => {
    if (++count > schemaElements) {
      throw reader.limitError('schemaElements', `a schema with at least ${count} elements`);
    }
    return parseSchemaElement(element);
  });
}

/** Encodes a footer as a Thrift struct, without the length and magic that follow it in a file. */
export function writeFileMetaData(metadata: FileMetaData): Uint8Array<ArrayBuffer> {
  const writer = new CompactWriter(4096);
  const outer = writer.beginStruct();
  putI32(writer, 1, metadata.version);
  putList(writer, 2, WireType.STRUCT, metadata.schema, putSchemaElement);
  putI64(writer, 3, metadata.numRows);
  putList(writer, 4, WireType.STRUCT, metadata.rowGroups, putRowGroup);
  putList(writer, 5, WireType.STRUCT, metadata.keyValueMetadata, putKeyValue);
  putString(writer, 6, metadata.createdBy);
  putList(writer, 7, WireType.STRUCT, metadata.columnOrders, putColumnOrder);
  putStruct(writer, 8, metadata.encryptionAlgorithm, putEncryptionAlgorithm);
  putBinary(writer, 9, metadata.footerSigningKeyMetadata);
  writer.endStruct(outer);
  return writer.finish();
}
