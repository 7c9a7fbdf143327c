/**
 * CRC-32 as in GZIP (ISO 3309, reflected polynomial 0xEDB88320), the checksum in page headers (parquet.thrift
 * `PageHeader.crc`).
 */
import { viewOf } from '@marquetry/core';

/** Number of bytes to process per step, with one table for each of these bytes ("slicing", Kounavis and Berry 2005). */
const slices = 16;

/** The lookup tables. The first call of {@link crc32} creates them, so that loading this module takes no time. */
let tables: Int32Array | undefined;

/** Creates the tables: `tables[256 * k + b]` is the CRC of byte `b` followed by `k` zero bytes. */
function createTables(): Int32Array {
  const table = new Int32Array(256 * slices);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) !== 0 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    table[byte] = crc;
  }
  for (let i = 256; i < table.length; i++) {
    const crc = table[i - 256] as number;
    table[i] = (crc >>> 8) ^ (table[crc & 255] as number);
  }
  return table;
}

/** Returns the CRC-32 of `bytes` as a signed int32, as Thrift stores it. */
export function crc32(bytes: Uint8Array): number {
  tables ??= createTables();
  const t = tables;
  const view = viewOf(bytes);
  const end = bytes.length;
  let crc = -1;
  let p = 0;
  for (; p + slices <= end; p += slices) {
    const a = view.getInt32(p, true) ^ crc;
    const b = view.getInt32(p + 4, true);
    const c = view.getInt32(p + 8, true);
    const d = view.getInt32(p + 12, true);
    crc =
      (t[3840 + (a & 255)] as number) ^
      (t[3584 + ((a >>> 8) & 255)] as number) ^
      (t[3328 + ((a >>> 16) & 255)] as number) ^
      (t[3072 + (a >>> 24)] as number) ^
      (t[2816 + (b & 255)] as number) ^
      (t[2560 + ((b >>> 8) & 255)] as number) ^
      (t[2304 + ((b >>> 16) & 255)] as number) ^
      (t[2048 + (b >>> 24)] as number) ^
      (t[1792 + (c & 255)] as number) ^
      (t[1536 + ((c >>> 8) & 255)] as number) ^
      (t[1280 + ((c >>> 16) & 255)] as number) ^
      (t[1024 + (c >>> 24)] as number) ^
      (t[768 + (d & 255)] as number) ^
      (t[512 + ((d >>> 8) & 255)] as number) ^
      (t[256 + ((d >>> 16) & 255)] as number) ^
      (t[d >>> 24] as number);
  }
  for (; p < end; p++) crc = (crc >>> 8) ^ (t[(crc ^ (bytes[p] as number)) & 255] as number);
  return ~crc;
}
