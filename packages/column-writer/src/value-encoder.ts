/** Finds an encoding in the registry, and uses it to encode the values of a page. */
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
 * Returns the encoding with the given id. If the registered PLAIN_DICTIONARY cannot write, returns RLE_DICTIONARY
 * instead, which writes the same bytes.
 * @throws ParquetError UNSUPPORTED if the encoding is not registered, does not support the column, or cannot write.
 */
export function writableEncoding(encodings: EncodingRegistry, id: number, column: ColumnType): WritableEncoding {
  const encoding = encodings.resolve(id, column);
  if (isWritable(encoding)) return encoding;
  if (id === EncodingId.PLAIN_DICTIONARY) return writableEncoding(encodings, EncodingId.RLE_DICTIONARY, column);
  throw new ParquetError(
    'UNSUPPORTED',
    `the ${encoding.name} encoding (${id}) can only decode: register an encoding with an encoder`,
  );
}

/** Encoded values of a page. */
export interface EncodedValues {
  readonly bytes: Uint8Array;
  /** Lets later pages reuse the memory of `bytes`, which must not be used afterwards. */
  release(): void;
}

/** Encodes `values[from, to)` for one page. */
export function encodeValues(
  { encoder }: WritableEncoding,
  column: ColumnType,
  options: EncoderOptions | undefined,
  values: Values,
  from: number,
  to: number,
): EncodedValues {
  const page = encoder(column, options);
  page.write(values, from, to);
  return { bytes: page.finish(), release: () => page.release?.() };
}

function isWritable(encoding: Encoding): encoding is WritableEncoding {
  return encoding.encoder !== undefined;
}
