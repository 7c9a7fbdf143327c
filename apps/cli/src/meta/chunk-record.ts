/** Describes a column chunk from the footer, with names and values instead of ids and bytes. */
import { nameOf, nameOfCodec, nameOfEncoding, PhysicalType } from '@marquetry/core';
import type { OpenedFooter } from '@marquetry/file';
import { createStatisticWriter, type Style } from '@marquetry/json';
import { createStatisticsReader, type StoredBound } from '@marquetry/logical';
import type { ColumnChunk, GeospatialStatistics } from '@marquetry/metadata';
import { formatPath, type LeafNode } from '@marquetry/schema';
import { keyIdOf } from '../keys/locked-columns.js';
import type { PlugIns } from '../plug-ins.js';

/**
 * A column chunk, as `marquetry meta` lists it. A field is null if the footer does not contain it. `min` and `max` are
 * formatted for the output.
 */
export interface ChunkRecord {
  readonly column: string;
  readonly physicalType: string;
  readonly codec: string | null;
  readonly encodings: readonly string[];
  readonly values: number | null;
  readonly compressedSize: number | null;
  readonly uncompressedSize: number | null;
  readonly dataPageOffset: number | null;
  readonly dictionaryPageOffset: number | null;
  readonly nullCount: number | null;
  readonly distinctCount: number | null;
  readonly nanCount: number | null;
  readonly min: string | null;
  readonly max: string | null;
  /** True if `min` is the smallest value in the chunk, false if it may be truncated or rounded down. */
  readonly minIsExact: boolean | null;
  readonly maxIsExact: boolean | null;
  /** The bounding box and the types of the geometries in the chunk. */
  readonly geospatial: GeospatialStatistics | null;
  readonly columnIndex: boolean;
  readonly offsetIndex: boolean;
  readonly bloomFilter: boolean;
  readonly encrypted: boolean;
  /** The id that the `--key` option uses for the chunk's key. */
  readonly keyId: string | null;
  /** The file that contains the chunk, if it is not the file with this footer. */
  readonly filePath: string | null;
  readonly keyValueMetadata: readonly { readonly key: string; readonly value: string | null }[];
}

/**
 * Creates a function that describes the chunks of one column, in all row groups. `style` sets how `min` and `max` are
 * formatted.
 */
export function createChunkRecord(
  leaf: LeafNode,
  { metadata }: OpenedFooter,
  style: Style,
  plugIns: PlugIns,
): (chunk: ColumnChunk, rowGroup: number) => ChunkRecord {
  const reader = createStatisticsReader(leaf, metadata);
  const write = createStatisticWriter(leaf, style);
  const text = (bound: StoredBound | undefined): string | null =>
    bound === undefined ? null : (write(bound.bytes) ?? null);
  return (chunk, rowGroup) => {
    const { metaData: data } = chunk;
    const { min, max } = reader.of(data?.statistics, data?.numValues ?? 0).bounds ?? {};
    return {
      column: formatPath(leaf.path),
      physicalType: nameOf(PhysicalType, leaf.type),
      codec: data === undefined ? null : nameOfCodec(data.codec, plugIns.codecs),
      encodings: [...new Set(data?.encodings ?? [])].map((id) => nameOfEncoding(id, plugIns.encodings)),
      values: data?.numValues ?? null,
      compressedSize: data?.totalCompressedSize ?? null,
      uncompressedSize: data?.totalUncompressedSize ?? null,
      dataPageOffset: data?.dataPageOffset ?? null,
      // Treat 0 as absent: some writers store 0 if a chunk has no dictionary page.
      dictionaryPageOffset: data?.dictionaryPageOffset || null,
      nullCount: data?.statistics?.nullCount ?? null,
      distinctCount: data?.statistics?.distinctCount ?? null,
      nanCount: data?.statistics?.nanCount ?? null,
      min: text(min),
      max: text(max),
      minIsExact: min?.isExact ?? null,
      maxIsExact: max?.isExact ?? null,
      geospatial: data?.geospatialStatistics ?? null,
      columnIndex: chunk.columnIndexOffset !== undefined,
      offsetIndex: chunk.offsetIndexOffset !== undefined,
      bloomFilter: data?.bloomFilterOffset !== undefined,
      encrypted: chunk.cryptoMetadata !== undefined || chunk.encryptedColumnMetadata !== undefined,
      keyId: keyIdOf(metadata, rowGroup, leaf),
      filePath: chunk.filePath ?? null,
      keyValueMetadata: (data?.keyValueMetadata ?? []).map(({ key, value }) => ({ key, value: value ?? null })),
    };
  };
}
