/**
 * A table of the format's encodings, with their names, packages and status. Errors, writers and tools use it.
 *
 * Source: parquet.thrift `Encoding`, CHANGES.md of parquet-format.
 */
import { EncodingId, nameOf } from './ids.js';

/**
 * Whether writers should use an encoding:
 * - `current`: yes.
 * - `historical`: superseded or never used; write it only if the user selects it.
 * - `levels`: superseded, and used only for levels, never for values.
 * - `preview`: few readers support it yet; write it only if the user selects it.
 */
export type EncodingStanding = 'current' | 'historical' | 'levels' | 'preview';

/** An encoding that the format defines. */
export interface KnownEncoding {
  readonly id: number;
  /** The name of the encoding in the specification. */
  readonly name: string;
  /** The package that implements the encoding; undefined for BIT_PACKED, which is used only for levels. */
  readonly package: string | undefined;
  /** The export of that package to register; undefined for BIT_PACKED, which is used only for levels. */
  readonly export: string | undefined;
  /** The version of parquet-format that added the encoding. */
  readonly since: string;
  readonly standing: EncodingStanding;
}

/**
 * The package and the export of each encoding, ordered by id. The table is one short string, because even the
 * smallest bundle contains it for error messages.
 */
const plugIns =
  'plain plain,group-varint groupVarint,dictionary plainDictionary,rle rle,,delta deltaBinaryPacked,' +
  'delta deltaLengthByteArray,delta deltaByteArray,dictionary rleDictionary,byte-stream-split byteStreamSplit,alp alp';

/** The format version that added each encoding, ordered by id, and the status if it is not `current`. */
const history = '1.0,1.0 historical,1.0 historical,1.0,1.0 levels,2.0,2.0,2.0,2.0,2.8,2.14 preview';

/** Returns the words that `plugIns` or `history` lists for an encoding id, or an empty array if it lists none. */
function rowOf(table: string, id: number): readonly string[] {
  return table.split(',')[id]?.split(' ') ?? [];
}

/**
 * Returns the package folder and the export that implement an encoding id, for error messages. For other purposes, use
 * {@link knownEncoding}.
 */
export function encodingPlugIn(id: number): readonly string[] {
  return rowOf(plugIns, id);
}

/** Returns the encoding that the format defines for an id, or undefined if it defines none. */
export function knownEncoding(id: number): KnownEncoding | undefined {
  const [folder, exported] = rowOf(plugIns, id);
  const [since, standing = 'current'] = rowOf(history, id);
  if (since === undefined) return undefined;
  return {
    id,
    name: nameOf(EncodingId, id),
    package: folder ? `@marquetry/${folder}` : undefined,
    export: exported,
    since,
    standing: standing as EncodingStanding,
  };
}

/** Returns every encoding that the format defines, sorted by id. */
export function knownEncodings(): readonly KnownEncoding[] {
  return Object.values(EncodingId).flatMap((id) => knownEncoding(id) ?? []);
}
