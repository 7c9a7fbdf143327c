/**
 * Registries: explicit immutable values that the application makes. There is no global one.
 */
import type { Codec } from './codec.js';
import { type ColumnType, describeColumnType } from './column-type.js';
import type { Encoding } from './encoding.js';
import { ParquetError } from './errors.js';
import { CodecId, EncodingId, nameOf } from './ids.js';

interface PlugIn {
  readonly contract: number;
  readonly id: number;
  readonly name: string;
}

/** An immutable set of plug-ins keyed by wire id. Iterates in the order they were given. */
export interface Registry<P> extends Iterable<P> {
  find(id: number): P | undefined;
}

/** Encodings by wire id. */
export interface EncodingRegistry extends Registry<Encoding> {
  /**
   * The encoding of an id, for a column.
   * @throws ParquetError UNSUPPORTED, naming the id, the type and the ids known.
   */
  resolve(id: number, column: ColumnType): Encoding;
  /** A new registry with more encodings. @throws ParquetError INVALID_ARGUMENT for an id that is taken. */
  with(...encodings: readonly Encoding[]): EncodingRegistry;
  /** A new registry in which these take the place of those with their ids. */
  replace(...encodings: readonly Encoding[]): EncodingRegistry;
}

/** Codecs by wire id. */
export interface CodecRegistry extends Registry<Codec> {
  /** The codec of an id. @throws ParquetError UNSUPPORTED, naming the id and the ids known. */
  resolve(id: number): Codec;
  /** A new registry with more codecs. @throws ParquetError INVALID_ARGUMENT for an id that is taken. */
  with(...codecs: readonly Codec[]): CodecRegistry;
  /** A new registry in which these take the place of those with their ids. */
  replace(...codecs: readonly Codec[]): CodecRegistry;
}

/** A registry of encodings. @throws ParquetError INVALID_ARGUMENT for a repeated id or another contract. */
export function createRegistry(encodings: Iterable<Encoding> = []): EncodingRegistry {
  const byId = keyed('encoding', encodings);
  return {
    find: (id) => byId.get(id),
    resolve: (id, column) => {
      const encoding = byId.get(id);
      if (encoding === undefined) {
        const what = `encoding ${nameOf(EncodingId, id)} (${id}) of a ${describeColumnType(column)} column`;
        throw new ParquetError('UNSUPPORTED', `${what} is not registered; ${known(byId)}${hint(encodingPackages, id)}`);
      }
      if (!encoding.supports(column)) {
        throw new ParquetError(
          'UNSUPPORTED',
          `encoding ${encoding.name} (${id}) cannot hold ${describeColumnType(column)} values`,
        );
      }
      return encoding;
    },
    with: (...more) => createRegistry([...byId.values(), ...more]),
    replace: (...others) => createRegistry(replaced(byId, others)),
    [Symbol.iterator]: () => byId.values(),
  };
}

/** A registry of codecs. @throws ParquetError INVALID_ARGUMENT for a repeated id or another contract. */
export function createCodecRegistry(codecs: Iterable<Codec> = []): CodecRegistry {
  const byId = keyed('codec', codecs);
  return {
    find: (id) => byId.get(id),
    resolve: (id) => {
      const codec = byId.get(id);
      if (codec !== undefined) return codec;
      const what = `codec ${nameOf(CodecId, id)} (${id})`;
      throw new ParquetError('UNSUPPORTED', `${what} is not registered; ${known(byId)}${hint(codecPackages, id)}`);
    },
    with: (...more) => createCodecRegistry([...byId.values(), ...more]),
    replace: (...others) => createCodecRegistry(replaced(byId, others)),
    [Symbol.iterator]: () => byId.values(),
  };
}

function keyed<P extends PlugIn>(kind: string, plugIns: Iterable<P>): ReadonlyMap<number, P> {
  const byId = new Map<number, P>();
  for (const plugIn of plugIns) {
    const { contract, id, name } = plugIn;
    if (contract !== 1) {
      throw new ParquetError(
        'INVALID_ARGUMENT',
        `${kind} ${name} (${id}) implements contract ${contract}; this version of @marquetry/core knows contract 1`,
      );
    }
    if (!Number.isInteger(id) || id !== (id | 0)) {
      throw new ParquetError('INVALID_ARGUMENT', `the id of ${kind} ${name} must be an int32, not ${id}`);
    }
    const taken = byId.get(id);
    if (taken !== undefined) {
      throw new ParquetError(
        'INVALID_ARGUMENT',
        `${kind} ${name} has the id ${id} of ${taken.name}; use replace() to replace it on purpose`,
      );
    }
    byId.set(id, plugIn);
  }
  return byId;
}

function replaced<P extends PlugIn>(byId: ReadonlyMap<number, P>, others: readonly P[]): P[] {
  const ids = new Set(others.map((other) => other.id));
  return [...[...byId.values()].filter((plugIn) => !ids.has(plugIn.id)), ...others];
}

function known(byId: ReadonlyMap<number, PlugIn>): string {
  if (byId.size === 0) return 'none is';
  return `registered: ${[...byId.values()].map(({ name, id }) => `${name} (${id})`).join(', ')}`;
}

function hint(packages: Readonly<Record<number, string>>, id: number): string {
  const name = packages[id];
  return name === undefined ? '' : `; @marquetry/${name} reads it`;
}

/** Where our own plug-ins live, for the error that says one is missing. */
const encodingPackages: Readonly<Record<number, string>> = {
  [EncodingId.PLAIN]: 'plain',
  [EncodingId.PLAIN_DICTIONARY]: 'dictionary',
  [EncodingId.RLE]: 'rle',
  [EncodingId.DELTA_BINARY_PACKED]: 'delta',
  [EncodingId.DELTA_LENGTH_BYTE_ARRAY]: 'delta',
  [EncodingId.DELTA_BYTE_ARRAY]: 'delta',
  [EncodingId.RLE_DICTIONARY]: 'dictionary',
  [EncodingId.BYTE_STREAM_SPLIT]: 'byte-stream-split',
};

const codecPackages: Readonly<Record<number, string>> = {
  [CodecId.SNAPPY]: 'codec-snappy',
  [CodecId.GZIP]: 'codec-gzip',
  [CodecId.BROTLI]: 'codec-brotli',
  [CodecId.LZ4]: 'codec-lz4',
  [CodecId.ZSTD]: 'codec-zstd',
  [CodecId.LZ4_RAW]: 'codec-lz4',
};
