/**
 * CRC-32 as in GZIP, 16 bytes a step, a table each ("slicing", Kounavis and Berry 2005).
 */
import { CRC } from './layout';

function at(table: usize, byte: u32): u32 {
  return load<u32>(CRC + (table << 10) + ((<usize>byte) << 2));
}

function four(table: usize, word: u32): u32 {
  return (
    at(table + 3, word & 255) ^
    at(table + 2, (word >> 8) & 255) ^
    at(table + 1, (word >> 16) & 255) ^
    at(table, word >> 24)
  );
}

/** Goes on from `crc`, which is inverted before the first bytes and after the last. */
export function crc32(source: usize, length: usize, crc: u32): u32 {
  const end = source + length;
  while (end - source >= 16) {
    crc =
      four(12, load<u32>(source) ^ crc) ^
      four(8, load<u32>(source, 4)) ^
      four(4, load<u32>(source, 8)) ^
      four(0, load<u32>(source, 12));
    source += 16;
  }
  for (; source < end; source++) crc = (crc >> 8) ^ at(0, (crc ^ <u32>load<u8>(source)) & 255);
  return crc;
}
