/**
 * The smallest Brotli stream that says one word of the dictionary (RFC 7932): a meta-block whose codes have one symbol
 * each, so that commands take no bits but those of the length and the distance.
 */

/** By copy symbol: where its range begins, and its extra bits. */
const copyRanges = [
  ...[2, 3, 4, 5, 6, 7, 8, 9].map((base) => [base, 0]),
  ...[
    [10, 1],
    [12, 1],
    [14, 2],
    [18, 2],
    [22, 3],
  ],
];

/**
 * @param {number} length of the word in the dictionary
 * @param {number} id of the word: its index, and above the bits for that the number of the transform
 * @param {number} size that the transformed word has
 * @returns {Uint8Array}
 */
export function wordStream(length, id, size) {
  const bits = [];
  const put = (value, width) => {
    for (let i = 0; i < width; i++) bits.push((value >>> i) & 1);
  };
  const putSingleSymbol = (symbol, width) => {
    put(1, 2);
    put(0, 2);
    put(symbol, width);
  };
  put(0, 1); // window of 2^16
  put(1, 1); // last
  put(0, 1); // not empty
  put(0, 2); // 4 nibbles
  put(size - 1, 16);
  put(0, 3); // one type of each
  put(0, 2 + 4); // no postfix, no direct distances
  put(0, 2); // context mode
  put(0, 2); // one code of each
  putSingleSymbol(0, 8);
  const copySymbol = copyRanges.findLastIndex(([base]) => base <= length);
  const [base, extra] = copyRanges[copySymbol];
  // Cells 2 and 3: no literals, an explicit distance, copy symbols 0 to 7 and 8 to 15.
  putSingleSymbol((copySymbol < 8 ? 128 : 192) + (copySymbol & 7), 10);
  // Distance = id + 1, as nothing is written yet: offset + bits + 1, with offset = (2 + odd) * 2^width - 4.
  const width = 30 - Math.clz32(id + 4);
  const odd = ((id + 4) >>> width) & 1;
  putSingleSymbol(16 + 2 * (width - 1) + odd, 6);
  put(length - base, extra);
  put(id + 4 - ((2 + odd) << width), width);
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  bits.forEach((bit, i) => {
    bytes[i >> 3] |= bit << (i & 7);
  });
  return bytes;
}
