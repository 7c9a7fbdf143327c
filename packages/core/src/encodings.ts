/**
 * What is known of each encoding of the format: the one table from which error messages, writers and tools take the names,
 * packages and standing of encodings.
 *
 * Source: parquet.thrift `Encoding`, CHANGES.md of parquet-format.
 */
import { EncodingId, nameOf } from './ids.js';

/**
 * Whether writers should use an encoding:
 * - `current`: yes.
 * - `historical`: superseded or never used; write it only if it is named.
 * - `levels`: superseded, and for levels only, never for values.
 * - `preview`: few readers have it yet; write it only if it is named.
 */
export type EncodingStanding = 'current' | 'historical' | 'levels' | 'preview';

/** An encoding that the format defines. */
export interface KnownEncoding {
  readonly id: number;
  /** The specification's name. */
  readonly name: string;
  /** The package that has it; undefined where nothing is to be registered. */
  readonly package: string | undefined;
  /** The export of that package which a registry takes. */
  readonly export: string | undefined;
  /** First version of parquet-format that defines it. */
  readonly since: string;
  readonly standing: EncodingStanding;
}

/** By id: package, export, version, standing. One string, since the smallest reader carries it for its error messages. */
const table =
  'plain plain 1.0 current,' +
  'group-varint groupVarint 1.0 historical,' +
  'dictionary plainDictionary 1.0 historical,' +
  'rle rle 1.0 current,' +
  '- - 1.0 levels,' +
  'delta deltaBinaryPacked 2.0 current,' +
  'delta deltaLengthByteArray 2.0 current,' +
  'delta deltaByteArray 2.0 current,' +
  'dictionary rleDictionary 2.0 current,' +
  'byte-stream-split byteStreamSplit 2.8 current,' +
  'alp alp 2.14 preview';

/** The encoding of a wire id; undefined for an id that the format does not define. */
export function knownEncoding(id: number): KnownEncoding | undefined {
  const row = table.split(',')[id]?.split(' ') as [string, string, string, EncodingStanding] | undefined;
  if (row === undefined) return undefined;
  const [folder, exported, since, standing] = row;
  const isPackage = folder !== '-';
  return {
    id,
    name: nameOf(EncodingId, id),
    package: isPackage ? `@marquetry/${folder}` : undefined,
    export: isPackage ? exported : undefined,
    since,
    standing,
  };
}

/** Every encoding of the format, by ascending id. */
export function knownEncodings(): readonly KnownEncoding[] {
  return Object.values(EncodingId).flatMap((id) => knownEncoding(id) ?? []);
}
