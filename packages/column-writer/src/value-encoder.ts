/**
 * The encoder of a wire id for a column.
 */
import {
  type ColumnType,
  type EncoderOptions,
  type Encoding,
  EncodingId,
  type EncodingRegistry,
  ParquetError,
  type Values,
  type WritableEncoding,
} from '@marquetry/core';

/**
 * The encoding of an id. PLAIN_DICTIONARY is RLE_DICTIONARY under another id if the registry's own only reads.
 * @throws ParquetError UNSUPPORTED if the id is not registered, cannot hold the column, or only reads.
 */
export function writableEncoding(encodings: EncodingRegistry, id: number, column: ColumnType): WritableEncoding {
  const encoding = encodings.resolve(id, column);
  if (isWritable(encoding)) return encoding;
  if (id === EncodingId.PLAIN_DICTIONARY) return writableEncoding(encodings, EncodingId.RLE_DICTIONARY, column);
  throw new ParquetError('UNSUPPORTED', `encoding ${encoding.name} (${id}) is read-only here`);
}

/** `values[from, to)` as the body of one page. */
export function encodeValues(
  { encoder }: WritableEncoding,
  column: ColumnType,
  options: EncoderOptions | undefined,
  values: Values,
  from: number,
  to: number,
): Uint8Array {
  const page = encoder(column, options);
  page.write(values, from, to);
  return page.finish();
}

function isWritable(encoding: Encoding): encoding is WritableEncoding {
  return encoding.encoder !== undefined;
}
