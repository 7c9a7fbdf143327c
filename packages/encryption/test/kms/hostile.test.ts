/**
 * Tests reading of changed key material, with listed cases and with random mutations. Reading returns the unchanged
 * key, or throws a ParquetError that does not contain a key.
 */
import { isParquetError } from '@marquetry/core';
import { createRandom, type Random } from '@marquetry/test-kit';
import { describe, expect, it } from 'vitest';
import type { KeyProvider } from '../../src/keys.js';
import { kmsKeys, masterKeys } from '../../src/kms.js';

const utf8 = new TextEncoder();
const client = masterKeys({ kf: new Uint8Array(16).fill(1), kc: new Uint8Array(32).fill(2) });
const keys = kmsKeys({ client });

type Members = Record<string, unknown>;

interface Stored {
  readonly bytes: Uint8Array;
  readonly metadata: string;
}

/** Keys with their metadata: some are wrapped with a master key, some with a key encryption key. */
const internal: readonly Stored[] = await Promise.all(
  [true, false].map(async (doubleWrapping) => {
    const { bytes, metadata } = await kmsKeys({ client, doubleWrapping }).footerKey('kf');
    return { bytes, metadata: String(metadata) };
  }),
);
const external = keys.externalKeys();
const { bytes: externalBytes, metadata: reference } = await external.columnKey('kc');
const file = external.json();

async function outcome(provider: KeyProvider, metadata: string | Uint8Array): Promise<string> {
  const bytes = typeof metadata === 'string' ? utf8.encode(metadata) : metadata;
  try {
    const key = await provider.key({ use: 'footer', path: undefined, metadata: bytes, signal: undefined });
    return key === undefined ? 'no access' : `key ${String(key)}`;
  } catch (error) {
    if (isParquetError(error)) return `${error.code}: ${error.message}`;
    throw error;
  }
}

const double = (): Members => JSON.parse(internal[0]?.metadata ?? '');
const single = (): Members => JSON.parse(internal[1]?.metadata ?? '');
const changed = (members: Members): string => JSON.stringify({ ...double(), ...members });

describe('invalid key metadata', () => {
  const oversized = 'x'.repeat(70_000);
  it.each<readonly [string, string | Uint8Array, string]>([
    ['that is empty', '', 'CORRUPT'],
    ['that is a name', 'kf', 'CORRUPT'],
    ['that is not UTF-8', Uint8Array.of(0xff, 0xfe, 0x7b), 'CORRUPT'],
    ['that is null', 'null', 'CORRUPT'],
    ['that is a number', '17', 'CORRUPT'],
    ['that is an array', '[{}]', 'CORRUPT'],
    ['that is an empty object', '{}', 'CORRUPT'],
    ['that is nested deeply', '['.repeat(60_000), 'CORRUPT'],
    ['that is truncated', changed({}).slice(0, -1), 'CORRUPT'],
    ['that is larger than 64 KiB', `{"a":"${oversized}"}`, 'LIMIT'],
    ['of a type that is a number', changed({ keyMaterialType: 1 }), 'CORRUPT'],
    [
      'of type PKMT2',
      changed({ keyMaterialType: 'PKMT2' }),
      'UNSUPPORTED: the type of the key material, "PKMT2", is not supported',
    ],
    [
      'of a type that is long',
      changed({ keyMaterialType: 'P'.repeat(999) }),
      'UNSUPPORTED: the type of the key material is not',
    ],
    ['with the prototype of its type', '{"__proto__":{"keyMaterialType":"PKMT1","internalStorage":false}}', 'CORRUPT'],
    ['whose storage is text', changed({ internalStorage: 'true' }), 'CORRUPT: `internalStorage`'],
    ['without wrapping', changed({ doubleWrapping: undefined }), 'CORRUPT: `doubleWrapping`'],
    ['whose master key is an object', changed({ masterKeyID: {} }), 'CORRUPT: `masterKeyID`'],
    ['without a master key', changed({ masterKeyID: '' }), 'CORRUPT: `masterKeyID`'],
    ['whose wrapped key is a number', changed({ wrappedDEK: 5 }), 'CORRUPT: `wrappedDEK`'],
    [
      'whose wrapped key is not base64',
      changed({ wrappedDEK: '!' }),
      'CORRUPT: a part of the key material is not base64',
    ],
    [
      'whose wrapped key is short',
      changed({ wrappedDEK: 'AAAA' }),
      'CORRUPT: a key in the key material must have 16, 24 or 32 bytes, got -25',
    ],
    [
      'whose wrapped key is long',
      changed({ wrappedDEK: 'A'.repeat(60_000) }),
      'CORRUPT: a key in the key material must have 16, 24 or 32 bytes',
    ],
    ['whose key encryption key has no id', changed({ keyEncryptionKeyID: undefined }), 'CORRUPT: `keyEncryptionKeyID`'],
    [
      'whose key encryption key has another id',
      changed({ keyEncryptionKeyID: 'AAAA' }),
      'CORRUPT: the encrypted bytes',
    ],
    ['whose key encryption key is null', changed({ wrappedKEK: null }), 'CORRUPT: `wrappedKEK`'],
    [
      'whose key encryption key is of another version',
      changed({ wrappedKEK: '{"masterKeyVersion":"2"}' }),
      'UNSUPPORTED',
    ],
    ['that swaps its keys', changed({ wrappedKEK: double()['wrappedDEK'] }), 'CORRUPT: the encrypted bytes'],
    ['with a key as its key encryption key', JSON.stringify({ ...single(), doubleWrapping: true }), 'CORRUPT'],
  ])('key metadata %s is rejected', async (_, metadata, expected) => {
    expect(await outcome(keys, metadata)).toContain(expected);
  });

  it.each(['__proto__', 'constructor', 'toString', 'columnKey1', '../../secret', '/etc/passwd', 'a\0b', 'notText'])(
    'key metadata is rejected if it refers to %j, which is not a valid key in the key material file',
    async (keyReference) => {
      const json = `${file.slice(0, -1)},"notText":{"keyMaterialType":"PKMT1"}}`;
      const metadata = JSON.stringify({ keyMaterialType: 'PKMT1', internalStorage: false, keyReference });
      expect(await outcome(keys.withMaterial(json), metadata)).toContain(
        'CORRUPT: the key material file does not contain',
      );
    },
  );

  it.each([
    ['is empty', '', 'CORRUPT'],
    ['is an array', '[]', 'CORRUPT'],
    ['has no keys', '{}', 'CORRUPT: the key material file does not contain'],
    ['has a key that is not JSON', '{"columnKey0":"kf"}', 'CORRUPT: the key material is not a JSON object'],
    ['has a key with another reference', JSON.stringify({ columnKey0: reference }), 'CORRUPT: `masterKeyID`'],
    ['has a large key', JSON.stringify({ columnKey0: ' '.repeat(70_000) }), 'LIMIT'],
    ['is larger than 4 Mi characters', ' '.repeat(2 ** 22 + 1), 'LIMIT'],
  ])('key metadata is rejected if its material file %s', async (_, json, expected) => {
    expect(await outcome(keys.withMaterial(json), String(reference))).toContain(expected);
  });
});

it('kmsKeys returns no key if the caller may not use the master key', async () => {
  expect(await outcome(keys, changed({ masterKeyID: '__proto__' }))).toBe('no access');
});

/** Returns a random JSON value, which may contain names and strings of other members. */
function anyValue(random: Random): unknown {
  const texts = [
    '',
    'PKMT1',
    'kf',
    'kc',
    '__proto__',
    'AAAA',
    '\ud800',
    'A'.repeat(60),
    ...Object.values(double()).map(String),
  ];
  const kinds = [null, true, false, 0, -1, 1e308, {}, [], [[]], ...texts];
  return kinds[random(kinds.length)];
}

/** Returns a copy of an object in which a member is changed, removed or added. */
function mutantOf(members: Members, random: Random): Members {
  const names = Object.keys(members);
  const name = names[random(names.length)] ?? '';
  const copy = { ...members };
  const value = copy[name];
  switch (random(4)) {
    case 0:
      delete copy[name];
      return copy;
    case 1:
      copy[name] = anyValue(random);
      return copy;
    case 2:
      copy[names[random(names.length)] ?? ''] = value;
      return copy;
    default:
      if (typeof value === 'string') copy[name] = damaged(value, random);
      return copy;
  }
}

/** Returns the text with some characters changed, removed, repeated or added. */
function damaged(text: string, random: Random): string {
  const at = random(text.length + 1);
  const characters = [
    '"',
    '{',
    '}',
    '[',
    '\\',
    '\0',
    '\u2028',
    '=',
    'A',
    '0',
    ',',
    ':',
    String.fromCharCode(random(0xffff)),
  ];
  const added = characters[random(characters.length)] ?? '';
  const removed = random(3) === 0 ? 0 : 1 + random(8);
  const repeated = random(10) === 0 ? text.slice(0, random(text.length)) : '';
  return text.slice(0, at) + added + repeated + text.slice(at + removed);
}

it('mutated key material yields an unchanged key, no access, or a ParquetError', async () => {
  const found = { key: 0, error: 0, 'no access': 0 };
  // Mutations can replace one key with another that the same master key wrapped. Such a key decrypts no module of the
  // file.
  const kek = await client.unwrap(String(double()['wrappedKEK']), 'kf');
  const secrets = [...internal.map(({ bytes }) => bytes), externalBytes, kek].map((key) => `key ${String(key)}`);
  const parts = [...Object.values(double()), ...Object.values(single())].filter(
    (value): value is string => typeof value === 'string' && value.length > 40,
  );
  for (let seed = 0; seed < 6000; seed++) {
    const random = createRandom(seed);
    const mutate = (json: string): string =>
      random(2) === 0 ? damaged(json, random) : JSON.stringify(mutantOf(JSON.parse(json) as Members, random));
    const isExternal = random(3) === 0;
    const own = internal[random(internal.length)]?.metadata ?? '';
    let result: string;
    if (isExternal) {
      const inner = JSON.stringify({ columnKey0: mutate(JSON.parse(file).columnKey0) });
      const json = [file, mutate(file), inner][random(3)] ?? file;
      result = await outcome(keys.withMaterial(json), json === file ? mutate(String(reference)) : String(reference));
    } else {
      result = await outcome(keys, mutate(own));
    }
    if (result.startsWith('key ')) {
      expect(secrets, `seed ${seed}`).toContain(result);
      found.key++;
    } else if (result === 'no access') {
      found[result]++;
    } else {
      expect(result, `seed ${seed}`).toMatch(/^(CORRUPT|UNSUPPORTED|LIMIT|INVALID_ARGUMENT): /);
      for (const part of parts) expect(result, `seed ${seed}`).not.toContain(part.slice(0, 20));
      found.error++;
    }
  }
  // If an outcome does not occur, the mutations change too little or too much.
  expect(Math.min(found.key, found['no access'])).toBeGreaterThan(50);
  expect(found.error).toBeGreaterThan(2000);
});
