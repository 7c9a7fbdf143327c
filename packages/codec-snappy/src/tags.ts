/**
 * The grammar of a Snappy block (google/snappy, format_description.txt).
 *
 *   block   = size, element*            size: ULEB128 below 2^32, the number of bytes after decompression
 *   element = tag, ...                  the low 2 bits of the tag are its kind
 *   LITERAL   tag >> 2 = length - 1; 60..63: length - 1 is in the next 1..4 bytes, little endian; then the bytes
 *   COPY_1    tag >> 2 & 7 = length - 4; tag >> 5 = bits 8..10 of the offset, whose bits 0..7 follow
 *   COPY_2    tag >> 2 = length - 1; offset in 2 bytes, little endian
 *   COPY_4    tag >> 2 = length - 1; offset in 4 bytes, little endian
 *
 * A copy repeats `length` bytes of the output, starting `offset` bytes before the end of the output so far. If `length`
 * exceeds `offset`, it also repeats bytes that it has just written.
 */
export const TagKind = { LITERAL: 0, COPY_1: 1, COPY_2: 2, COPY_4: 3 } as const;

/** The length of the longest literal whose length fits in its tag. */
export const inlineLiteral = 60;
