/** A column chunk: a column's data in one row group (parquet.thrift `ColumnChunk`). */

import type { CompactReader, CompactWriter } from '@marquetry/thrift';
import {
  type ColumnCryptoMetaData,
  parseColumnCryptoMetaData,
  putColumnCryptoMetaData,
} from './column-crypto-meta-data.js';
import { type ColumnMetaData, parseColumnMetaData, putColumnMetaData } from './column-meta-data.js';
import { binaryField, expectStruct, i32Field, i64Field, type Mutable, nameField, structField } from './fields.js';
import { putBinary, putI32, putI64, putString, putStruct } from './put.js';

/**
 * The metadata of a column chunk. Offsets and lengths are in bytes, as stored; offsets count from the start of the
 * file.
 */
export interface ColumnChunk {
  /**
   * The path of the file that contains the chunk, if the footer belongs to another file, such as a summary file. Absent
   * if the chunk is in the same file as the footer.
   */
  readonly filePath?: string;
  /** The deprecated file offset of the column's metadata; 0 if the footer omits it. */
  readonly fileOffset: number;
  /** The contents and location of the chunk. Absent if they are encrypted: see `encryptedColumnMetadata`. */
  readonly metaData?: ColumnMetaData;
  readonly offsetIndexOffset?: number;
  readonly offsetIndexLength?: number;
  readonly columnIndexOffset?: number;
  readonly columnIndexLength?: number;
  readonly cryptoMetadata?: ColumnCryptoMetaData;
  /** The encrypted ColumnMetaData; shares memory with the input bytes. */
  readonly encryptedColumnMetadata?: Uint8Array;
}

export function parseColumnChunk(reader: CompactReader, withStatistics: boolean): ColumnChunk {
  const chunk: Mutable<ColumnChunk> = { fileOffset: 0 };
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        chunk.filePath = nameField(reader, 'ColumnChunk.filePath');
        break;
      case 2:
        chunk.fileOffset = i64Field(reader, 'ColumnChunk.fileOffset');
        break;
      case 3:
        expectStruct(reader, 'ColumnChunk.metaData');
        chunk.metaData = parseColumnMetaData(reader, withStatistics);
        break;
      case 4:
        chunk.offsetIndexOffset = i64Field(reader, 'ColumnChunk.offsetIndexOffset');
        break;
      case 5:
        chunk.offsetIndexLength = i32Field(reader, 'ColumnChunk.offsetIndexLength');
        break;
      case 6:
        chunk.columnIndexOffset = i64Field(reader, 'ColumnChunk.columnIndexOffset');
        break;
      case 7:
        chunk.columnIndexLength = i32Field(reader, 'ColumnChunk.columnIndexLength');
        break;
      case 8:
        chunk.cryptoMetadata = structField(reader, 'ColumnChunk.cryptoMetadata', parseColumnCryptoMetaData);
        break;
      case 9:
        chunk.encryptedColumnMetadata = binaryField(reader, 'ColumnChunk.encryptedColumnMetadata');
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  return chunk;
}

export function putColumnChunk(writer: CompactWriter, chunk: ColumnChunk): void {
  const outer = writer.beginStruct();
  putString(writer, 1, chunk.filePath);
  putI64(writer, 2, chunk.fileOffset);
  putStruct(writer, 3, chunk.metaData, putColumnMetaData);
  putI64(writer, 4, chunk.offsetIndexOffset);
  putI32(writer, 5, chunk.offsetIndexLength);
  putI64(writer, 6, chunk.columnIndexOffset);
  putI32(writer, 7, chunk.columnIndexLength);
  putStruct(writer, 8, chunk.cryptoMetadata, putColumnCryptoMetaData);
  putBinary(writer, 9, chunk.encryptedColumnMetadata);
  writer.endStruct(outer);
}
