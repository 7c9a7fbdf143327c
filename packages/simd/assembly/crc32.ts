/**
 * CRC-32 as in GZIP, 16 bytes per step, with one lookup table for each of the 16 bytes ("slicing", Kounavis and Berry
 * 2005).
 */
import { CRC } from './layout';

/** Continues a CRC-32 from `crc`, which the caller inverts before the first bytes and after the last. */
export function crc32(source: usize, length: usize, crc: u32): u32 {
  const end = source + length;
  while (end - source >= 16) {
    const a = load<u32>(source) ^ crc;
    const b = load<u32>(source, 4);
    const c = load<u32>(source, 8);
    const d = load<u32>(source, 12);
    crc =
      load<u32>((b & 255) << 2, CRC + 11264) ^
      load<u32>((b >> 6) & 1020, CRC + 10240) ^
      load<u32>((b >> 14) & 1020, CRC + 9216) ^
      load<u32>((b >> 22) & 1020, CRC + 8192) ^
      (load<u32>((c & 255) << 2, CRC + 7168) ^
        load<u32>((c >> 6) & 1020, CRC + 6144) ^
        load<u32>((c >> 14) & 1020, CRC + 5120) ^
        load<u32>((c >> 22) & 1020, CRC + 4096)) ^
      (load<u32>((d & 255) << 2, CRC + 3072) ^
        load<u32>((d >> 6) & 1020, CRC + 2048) ^
        load<u32>((d >> 14) & 1020, CRC + 1024) ^
        load<u32>((d >> 22) & 1020, CRC)) ^
      // These four bytes come last, because only they depend on the previous step.
      (load<u32>((a & 255) << 2, CRC + 15360) ^
        load<u32>((a >> 6) & 1020, CRC + 14336) ^
        load<u32>((a >> 14) & 1020, CRC + 13312) ^
        load<u32>((a >> 22) & 1020, CRC + 12288));
    source += 16;
  }
  for (; source < end; source++) crc = (crc >> 8) ^ load<u32>(((crc ^ <u32>load<u8>(source)) & 255) << 2, CRC);
  return crc;
}
