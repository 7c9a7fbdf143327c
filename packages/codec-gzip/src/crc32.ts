/**
 * CRC-32 as in GZIP (RFC 1952, section 8), eight bytes a step.
 */

/** Table k holds the CRC of a byte that k zero bytes follow. */
const tables: readonly Int32Array[] = /* @__PURE__ */ makeTables();

/** The checksum as an unsigned number. */
export function crc32(bytes: Uint8Array): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables as [
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let crc = -1;
  let at = 0;
  for (; at <= bytes.length - 8; at += 8) {
    const low = crc ^ view.getInt32(at, true);
    const high = view.getInt32(at + 4, true);
    crc =
      (t7[low & 0xff] as number) ^
      (t6[(low >>> 8) & 0xff] as number) ^
      (t5[(low >>> 16) & 0xff] as number) ^
      (t4[low >>> 24] as number) ^
      (t3[high & 0xff] as number) ^
      (t2[(high >>> 8) & 0xff] as number) ^
      (t1[(high >>> 16) & 0xff] as number) ^
      (t0[high >>> 24] as number);
  }
  for (; at < bytes.length; at++) crc = (crc >>> 8) ^ (t0[(crc ^ (bytes[at] as number)) & 0xff] as number);
  return ~crc >>> 0;
}

function makeTables(): Int32Array[] {
  const first = new Int32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    first[byte] = crc;
  }
  const made = [first];
  for (let k = 1; k < 8; k++) {
    const last = made[k - 1] as Int32Array;
    made.push(last.map((crc) => (crc >>> 8) ^ (first[crc & 0xff] as number)));
  }
  return made;
}
