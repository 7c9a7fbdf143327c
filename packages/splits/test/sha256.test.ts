import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSha256, javascriptSha256, sha256Of } from '../src/sha256.js';

const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => (i * 31 + 7) % 251);

test('createSha256 and javascriptSha256 return the expected hashes for the test vectors of FIPS 180-4', () => {
  const text = (value: string): Uint8Array => new TextEncoder().encode(value);
  for (const create of [createSha256, javascriptSha256]) {
    const hexOf = (bytes: Uint8Array): string => {
      const hash = create();
      hash.update(bytes);
      return hash.hex();
    };
    expect(hexOf(text('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hexOf(text(''))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(hexOf(text('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'))).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    );
  }
});

test('sha256Of and javascriptSha256 return the same hash as node:crypto for every length up to three blocks', () => {
  for (let length = 0; length <= 192; length++) {
    const bytes = bytesOf(length);
    const expected = createHash('sha256').update(bytes).digest('hex');
    expect(sha256Of(bytes)).toBe(expected);
    for (const step of [1, 13, 64, 200]) {
      const hash = javascriptSha256();
      for (let at = 0; at < length; at += step) hash.update(bytes.subarray(at, at + step));
      expect(hash.hex()).toBe(expected);
    }
  }
});
