/**
 * Writes src/generated/words.ts: the dictionary of RFC 7932, appendix A, as Node's own Brotli decoder knows it. Each
 * word is asked for with a stream that consists of one reference to it.
 */
import { writeFileSync } from 'node:fs';
import { brotliDecompressSync, crc32 } from 'node:zlib';
import { wordStream } from './word-stream.mjs';

const wordBits = [0, 0, 0, 0, 10, 10, 11, 11, 10, 10, 10, 10, 10, 9, 9, 8, 7, 7, 8, 7, 7, 6, 6, 5, 5];

export function makeWords() {
  const words = [];
  wordBits.forEach((bits, length) => {
    if (bits === 0) return;
    for (let index = 0; index < 1 << bits; index++) {
      words.push(brotliDecompressSync(wordStream(length, index, length)));
    }
  });
  const bytes = Buffer.concat(words);
  // The specification gives this checksum.
  if (crc32(bytes) !== 0x5136cb04) throw new Error('this is not the dictionary of RFC 7932');
  const text = JSON.stringify(bytes.toString('latin1')).replace(
    /[\x7f-\xa0\xad]/g,
    (c) => `\\x${c.charCodeAt(0).toString(16)}`,
  );
  return `// Made by scripts/make-words.mjs: the dictionary of RFC 7932, appendix A, a byte a character.\nexport const words: string =\n  ${text};\n`;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  writeFileSync(new URL('../src/generated/words.ts', import.meta.url), makeWords());
}
