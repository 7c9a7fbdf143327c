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

/**
 * By id: package, export, version, standing if it is not `current`. One string, since the smallest reader carries it for its
 * error messages.
 */
const table =
  'plain plain 1.0,' +
  'group-varint groupVarint 1.0 historical,' +
  'dictionary plainDictionary 1.0 historical,' +
  'rle rle 1.0,' +
  '  1.0 levels,' +
  'delta deltaBinaryPacked 2.0,' +
  'delta deltaLengthByteArray 2.0,' +
  'delta deltaByteArray 2.0,' +
  'dictionary rleDictionary 2.0,' +
  'byte-stream-split byteStreamSplit 2.8,' +
  'alp alp 2.14 preview';

/** The row of an id in `table`, split. For error messages; others call {@link knownEncoding}. */
export function encodingRow(id: number): readonly string[] {
  return table.split(',')[id]?.split(' ') ?? [];
}

/** The encoding of a wire id; undefined for an id that the format does not define. */
export function knownEncoding(id: number): KnownEncoding | undefined {
  const [folder, exported, since, standing = 'current'] = encodingRow(id);
  if (since === undefined) return undefined;
  return {
    id,
    name: nameOf(EncodingId, id),
    package: folder ? `@marquetry/${folder}` : undefined,
    export: exported ? exported : undefined,
    since,
    standing: standing as EncodingStanding,
  };
}

/** Every encoding of the format, by ascending id. */
export function knownEncodings(): readonly KnownEncoding[] {
  return Object.values(EncodingId).flatMap((id) => knownEncoding(id) ?? []);
}
