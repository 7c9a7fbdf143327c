/** Encodes the names of object fields as variant metadata. */
import { ParquetError } from '@marquetry/core';
import { uintSize } from '../encoding/little-endian.js';
import { Metadata } from '../encoding/metadata.js';
import { compareNames, writeUint } from './output.js';

const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder();

const version = 1;
const sortedFlag = 1 << 4;

/**
 * Encodes metadata with these names, in the given order: `names[i]` gets the id `i`. The names must be unique and, if
 * `isSorted`, ascend by their UTF-8 bytes.
 * @throws ParquetError LIMIT if the names take 2^31 bytes or more.
 */
export function metadataOf(names: readonly string[], isSorted: boolean): Metadata {
  const encoded = names.map((name) => encoder.encode(name));
  const nameBytes = encoded.reduce((sum, { length }) => sum + length, 0);
  if (nameBytes >= 2 ** 31)
    throw new ParquetError('LIMIT', `the field names take ${nameBytes} bytes, more than 2^31 - 1`);
  const size = uintSize(Math.max(nameBytes, names.length));
  const bytes = new Uint8Array(1 + size * (names.length + 2) + nameBytes);
  bytes[0] = version | (isSorted ? sortedFlag : 0) | ((size - 1) << 6);
  writeUint(bytes, 1, size, names.length);
  let at = 1 + size;
  let end = 0;
  const namesAt = at + size * (names.length + 1);
  for (const name of encoded) {
    bytes.set(name, namesAt + end);
    end += name.length;
    at += size;
    writeUint(bytes, at, size, end);
  }
  return new Metadata(bytes);
}

/** The metadata dictionary for the values to encode: all their field names, each with its id. */
export interface NameIds {
  readonly metadata: Metadata;
  readonly ids: ReadonlyMap<string, number>;
}

/** Returns a sorted dictionary of the given names. */
function dictionaryOf(names: ReadonlySet<string>): NameIds {
  const sorted = [...names].sort(compareNames);
  return { metadata: metadataOf(sorted, true), ids: new Map(sorted.map((name, id) => [name, id])) };
}

/**
 * Creates metadata dictionaries. If the names are the same as in the previous call, which is common for the rows of a
 * column, the previous dictionary is reused.
 */
export function createDictionaries(): (names: ReadonlySet<string>) => NameIds {
  let last: NameIds = dictionaryOf(new Set());
  return (names) => {
    const { ids } = last;
    let isSame = ids.size === names.size;
    if (isSame) {
      for (const name of names) {
        if (ids.has(name)) continue;
        isSame = false;
        break;
      }
    }
    if (!isSame) last = dictionaryOf(names);
    return last;
  };
}
