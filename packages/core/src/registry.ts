/** Registries: immutable sets of encodings or codecs, which the application creates. There is no global registry. */
import type { Codec } from './codec.js';
import { type ColumnType, describeColumnType } from './column-type.js';
import { type PlugIn, requireContract } from './contract.js';
import type { Encoding } from './encoding.js';
import { encodingPlugIn } from './encodings.js';
import { ParquetError } from './errors.js';
import { CodecId, EncodingId, nameOf } from './ids.js';

type Identified = PlugIn & { readonly id: number };

/**
 * An immutable set of plug-ins, looked up by id. Iterating it yields the plug-ins in the order in which they were
 * passed.
 */
export interface Registry<P> extends Iterable<P> {
  find(id: number): P | undefined;
}

/** A registry of encodings. */
export interface EncodingRegistry extends Registry<Encoding> {
  /**
   * Returns the encoding with the given id, after checking that it supports the column.
   * @throws ParquetError UNSUPPORTED if the id is not registered or the encoding does not support the column. The error
   * names the id, the type, the registered ids, and the package to install if Marquetry has one.
   */
  resolve(id: number, column: ColumnType): Encoding;
  /**
   * Returns a new registry that also has the given encodings.
   * @throws ParquetError INVALID_ARGUMENT for an id that is already registered.
   */
  with(...encodings: readonly Encoding[]): EncodingRegistry;
  /** Returns a new registry in which the given encodings replace those with the same ids. */
  replace(...encodings: readonly Encoding[]): EncodingRegistry;
}

/** A registry of codecs. */
export interface CodecRegistry extends Registry<Codec> {
  /**
   * Returns the codec with the given id. Unlike `get`, throws if there is none.
   * @throws ParquetError UNSUPPORTED if the id is not registered. The error names the id, the registered ids, and the
   * package to install if Marquetry has one.
   */
  resolve(id: number): Codec;
  /**
   * Returns a new registry that also has the given codecs.
   * @throws ParquetError INVALID_ARGUMENT for an id that is already registered.
   */
  with(...codecs: readonly Codec[]): CodecRegistry;
  /** Returns a new registry in which the given codecs replace those with the same ids. */
  replace(...codecs: readonly Codec[]): CodecRegistry;
}

/**
 * Creates a registry of encodings.
 * @throws ParquetError INVALID_ARGUMENT if two encodings have the same id, or if one was written for another version of
 * the interface.
 */
export function createRegistry(encodings: Iterable<Encoding> = []): EncodingRegistry {
  const byId = keyed('encoding', encodings);
  return {
    find: (id) => byId.get(id),
    resolve: (id, column) => {
      const encoding = byId.get(id);
      if (encoding === undefined) {
        const what = `encoding ${label(EncodingId, id)} of ${describeColumnType(column)} values`;
        throw new ParquetError('UNSUPPORTED', `${what} is not registered; ${known(byId)}${hint(encodingPlugIn(id))}`);
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

/**
 * Creates a registry of codecs.
 * @throws ParquetError INVALID_ARGUMENT if two codecs have the same id, or if one was written for another version of
 * the interface.
 */
export function createCodecRegistry(codecs: Iterable<Codec> = []): CodecRegistry {
  const byId = keyed('codec', codecs);
  return {
    find: (id) => byId.get(id),
    resolve: (id) => {
      const codec = byId.get(id);
      if (codec !== undefined) return codec;
      const what = `codec ${label(CodecId, id)}`;
      throw new ParquetError('UNSUPPORTED', `${what} is not registered; ${known(byId)}${hint(codecRow(id))}`);
    },
    with: (...more) => createCodecRegistry([...byId.values(), ...more]),
    replace: (...others) => createCodecRegistry(replaced(byId, others)),
    [Symbol.iterator]: () => byId.values(),
  };
}

function keyed<P extends Identified>(kind: string, plugIns: Iterable<P>): ReadonlyMap<number, P> {
  const byId = new Map<number, P>();
  for (const plugIn of plugIns) {
    requireContract(kind, plugIn);
    const { id, name } = plugIn;
    if (!Number.isInteger(id) || id !== (id | 0)) {
      throw new ParquetError('INVALID_ARGUMENT', `the id of ${kind} ${name} must be an int32, got ${id}`);
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

/** Returns an id with its name, such as `PLAIN (0)`, or `id 200` if the format does not name the id. */
function label(ids: Readonly<Record<string, number>>, id: number): string {
  const name = nameOf(ids, id);
  return name === `id ${id}` ? name : `${name} (${id})`;
}

function replaced<P extends Identified>(byId: ReadonlyMap<number, P>, others: readonly P[]): P[] {
  const ids = new Set(others.map((other) => other.id));
  return [...[...byId.values()].filter((plugIn) => !ids.has(plugIn.id)), ...others];
}

function known(byId: ReadonlyMap<number, Identified>): string {
  if (byId.size === 0) return 'none is';
  return `registered: ${[...byId.values()].map(({ name, id }) => `${name} (${id})`).join(', ')}`;
}

/** The package folder and the export of each codec that Marquetry has, in the order of the codec ids. */
const codecPackages =
  ',codec-snappy snappy,codec-gzip gzip,codec-lzo lzo,codec-brotli brotli,codec-lz4 lz4,codec-zstd zstd,codec-lz4 lz4Raw';

function codecRow(id: number): readonly string[] {
  return codecPackages.split(',')[id]?.split(' ') ?? [];
}

function hint([folder, exported]: readonly string[]): string {
  return folder ? `; install @marquetry/${folder} and add ${exported}` : '';
}
