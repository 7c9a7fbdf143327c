import { describe, expect, it } from 'vitest';
import { createModuleCipher } from '../src/cipher.js';
import { nodeCipher } from '../src/cipher-of-node.js';
import { webCipher } from '../src/cipher-web.js';
import { aadOf, type CipherMode, moduleHead, nonceBytes } from '../src/modules.js';

const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));

describe('createModuleCipher', () => {
  it.each([16, 24, 32])(
    'createModuleCipher decrypts what it encrypted with a key of %i bytes, in both modes',
    async (length) => {
      const cipher = await createModuleCipher(random(length));
      const aad = random(9);
      for (const mode of ['gcm', 'ctr'] as const) {
        for (const size of [0, 1, 15, 16, 17, 100_000]) {
          const plain = random(Math.min(size, 65_536));
          const module = await cipher.seal(mode, plain, aad);
          expect(await cipher.open(mode, module, aad)).toEqual(plain);
          expect(cipher.now?.open(mode, module, aad)).toEqual(plain);
        }
      }
    },
  );

  it('createModuleCipher rejects a module with a changed byte, with another AAD, or with another key', async () => {
    const cipher = await createModuleCipher(random(16));
    const aad = random(9);
    const module = await cipher.seal('gcm', random(20), aad);
    for (let i = 4; i < module.length; i++) {
      const changed = module.slice();
      changed[i] = (changed[i] ?? 0) ^ 1;
      await expect(cipher.open('gcm', changed, aad)).rejects.toThrow('not authentic');
    }
    await expect(cipher.open('gcm', module, random(9))).rejects.toThrow('not authentic');
    await expect((await createModuleCipher(random(16))).open('gcm', module, aad)).rejects.toThrow('not authentic');
  });

  it('createModuleCipher uses a new nonce for each module', async () => {
    const cipher = await createModuleCipher(random(16));
    const nonces = new Set<string>();
    for (let i = 0; i < 1000; i++) {
      nonces.add((await cipher.seal('gcm', random(1), random(1))).subarray(4, 4 + nonceBytes).toString());
    }
    expect(nonces.size).toBe(1000);
  });
});

describe('the Node and WebCrypto ciphers', () => {
  it.each([16, 24, 32])(
    'the Node and WebCrypto ciphers create identical modules for the same nonce and key (%i bytes), and decrypt them',
    async (length) => {
      const key = random(length);
      const node = nodeCipher(key);
      const web = await webCipher(key);
      if (node === undefined) throw new Error('this runtime has no node:crypto');
      for (const mode of ['gcm', 'ctr'] as const) {
        const [nonce, plain, aad] = [random(12), random(1000), random(15)];
        const module = await web.seal(mode, nonce, plain, aad);
        expect(await node.seal(mode, nonce, plain, aad)).toEqual(module);
        expect(await node.open(mode, nonce, module.subarray(16), aad)).toEqual(plain);
        expect(await web.open(mode, nonce, module.subarray(16), aad)).toEqual(plain);
      }
    },
  );

  it('the Node and WebCrypto ciphers pass test case 4 of the GCM specification', async () => {
    const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));
    const plain = hex(
      'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
    );
    const sealed = hex(
      '42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091 5bc94fbc3221a5db94fae95ae7121a47',
    );
    const nonce = hex('cafebabefacedbaddecaf888');
    const aad = hex('feedfacedeadbeeffeedfacedeadbeefabaddad2');
    const key = hex('feffe9928665731c6d6a8f9467308308');
    for (const cipher of [nodeCipher(key), await webCipher(key)]) {
      expect((await cipher?.seal('gcm', nonce, plain, aad))?.subarray(16)).toEqual(sealed);
    }
  });
});

describe('aadOf', () => {
  it('aadOf appends the kind, and the given ordinals as 16-bit little-endian integers', () => {
    const file = new Uint8Array([9, 8]);
    expect([...aadOf(file, 'footer')]).toEqual([9, 8, 0]);
    expect([...aadOf(file, 'offsetIndex', { rowGroup: 1, column: 258 })]).toEqual([9, 8, 7, 1, 0, 2, 1]);
    const place = { rowGroup: 0, column: 3, page: 32_767 };
    expect([...aadOf(file, 'dataPage', place)]).toEqual([9, 8, 2, 0, 0, 3, 0, 255, 127]);
  });

  it('aadOf rejects ordinals that do not fit in 16 bits', () => {
    expect(() => aadOf(new Uint8Array(0), 'dataPage', { page: 32_768 })).toThrow('32768 row groups, columns');
  });
});

describe('moduleHead', () => {
  it.each([
    ['gcm', 28],
    ['ctr', 12],
  ] as const)(
    'in mode %s, moduleHead writes a length field that counts the bytes after the field',
    (mode: CipherMode, more) => {
      const { module } = moduleHead(mode, random(12), 5);
      expect([...module.subarray(0, 4)]).toEqual([5 + more, 0, 0, 0]);
      expect(module.length).toBe(4 + 5 + more);
    },
  );
});
