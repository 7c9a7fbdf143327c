/** Decompresses the body of a page, to explain its bytes. */
import { CodecId, isParquetError, type Limits, limitError, nameOf, ParquetError } from '@marquetry/core';
import type { StoredPage } from '@marquetry/file';
import type { ExplainOptions } from './explained-page.js';

/** The result of decompressing a page body. `plain` means that the body was not compressed. */
export type Unpacked =
  | { readonly kind: 'plain' }
  | {
      readonly kind: 'unpacked';
      /** The body: first the levels of a v2 page, which are never compressed, then the decompressed bytes. */
      readonly bytes: Uint8Array;
      readonly codec: string;
    }
  | { readonly kind: 'fault'; readonly codec: string; readonly error: ParquetError };

/** Returns the size in bytes of the levels before the compressed values of a v2 page; 0 for other pages. */
export function levelBytesOf({ header: { dataPageHeaderV2: v2, dataPageHeader } }: StoredPage): number {
  return v2 === undefined || dataPageHeader !== undefined
    ? 0
    : v2.repetitionLevelsByteLength + v2.definitionLevelsByteLength;
}

/** Decompresses a body. The result does not alias the page. */
export async function unpack(page: StoredPage, { codecs }: ExplainOptions, limits: Limits): Promise<Unpacked> {
  const { header, body, location } = page;
  const id = location.metaData.codec;
  const hasLayout = (header.dataPageHeader ?? header.dataPageHeaderV2 ?? header.dictionaryPageHeader) !== undefined;
  const isPacked = header.dataPageHeader !== undefined || header.dataPageHeaderV2?.isCompressed !== false;
  if (id === CodecId.UNCOMPRESSED || !hasLayout || !isPacked) return { kind: 'plain' };
  const name = `${nameOf(CodecId, id)} (${id})`;
  try {
    const levelBytes = levelBytesOf(page);
    const { uncompressedPageSize } = header;
    if (levelBytes > body.length || levelBytes > uncompressedPageSize) {
      const sizes = `${body.length} bytes, ${uncompressedPageSize} uncompressed`;
      throw new ParquetError('CORRUPT', `the levels take ${levelBytes} bytes, but the page has ${sizes}`);
    }
    if (body.length === levelBytes && uncompressedPageSize === levelBytes) return { kind: 'plain' };
    if (uncompressedPageSize > limits.pageBytes) {
      throw limitError('pageBytes', limits, `a page of ${uncompressedPageSize} bytes`);
    }
    const codec = codecs.resolve(id);
    const packed = body.subarray(levelBytes);
    const byteLength = uncompressedPageSize - levelBytes;
    if (codec.maxExpansion !== undefined && byteLength > packed.length * codec.maxExpansion) {
      const reason = `${packed.length} bytes of ${codec.name} data cannot decompress to ${byteLength} bytes`;
      throw new ParquetError('CORRUPT', reason);
    }
    await codec.prepare?.();
    const bytes = new Uint8Array(uncompressedPageSize);
    bytes.set(body.subarray(0, levelBytes));
    codec.decompress(packed, bytes.subarray(levelBytes));
    return { kind: 'unpacked', bytes, codec: name };
  } catch (error) {
    if (isParquetError(error)) return { kind: 'fault', codec: name, error };
    throw error;
  }
}
