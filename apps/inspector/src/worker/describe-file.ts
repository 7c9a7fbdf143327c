/** Describes a file from its footer. */
import { nameOfCodec, nameOfEncoding } from '@marquetry/core';
import { type FileRegion, fileMap, rankColumns, type StoredColumn, valueEncodings } from '@marquetry/inspect';
import { type ColumnMetaData, columnChunkOf, type RowGroup } from '@marquetry/metadata';
import {
  describeAnnotation,
  describePhysicalType,
  describeType,
  formatPath,
  type LeafNode,
  type SchemaNode,
} from '@marquetry/schema';
import type { ColumnInfo, FileInfo, RegionInfo, SchemaInfo } from '../protocol.js';
import type { Session } from './session.js';

/** Returns the description of the whole file. Its size is a few hundred bytes per column chunk. */
export async function describeFile(
  session: Session,
  signal: AbortSignal,
): Promise<Omit<FileInfo, 'openedInMilliseconds'>> {
  const { file, name } = session;
  const { metadata, schema, source, rowCount, footer, encryption } = file;
  if (encryption !== undefined) await file.unlock(undefined, signal).catch(() => undefined);
  const columns = (await rankColumns(file, signal)).map((column) => describeColumn(session, column));
  return {
    name,
    byteLength: source.byteLength,
    rowCount,
    createdBy: metadata.createdBy,
    version: metadata.version,
    keyValues: (metadata.keyValueMetadata ?? []).map(({ key, value }) => ({ key, value })),
    encryption:
      encryption &&
      `${encryption.algorithm}, ${encryption.footer} footer${encryption.isVerified ? '' : ', signature not verified'}`,
    footer: { offset: footer.offset, byteLength: footer.byteLength },
    rowGroups: metadata.rowGroups.map((group) => ({
      rows: group.numRows,
      storedBytes: storedBytesOf(group, schema.leaves.length),
      sortedBy: (group.sortingColumns ?? [])
        .map(({ columnIdx, descending }) => {
          const leaf = schema.leaves[columnIdx];
          return leaf === undefined
            ? `column ${columnIdx}`
            : `${formatPath(leaf.path)}${descending ? ' descending' : ''}`;
        })
        .join(', '),
    })),
    regions: fileMap(file).map((region) => withCodes(session, region)),
    columns: columns.sort((x, y) => x.index - y.index),
    schema: describeNode(schema.root),
  };
}

function storedBytesOf(group: RowGroup, columns: number): number {
  if (group.totalCompressedSize !== undefined) return group.totalCompressedSize;
  let sum = 0;
  for (let i = 0; i < columns; i++) sum += columnChunkOf(group, i)?.metaData?.totalCompressedSize ?? 0;
  return sum;
}

/** Returns `region`. If it is a column chunk, adds its encoding, codec and compression ratio. */
function withCodes(session: Session, region: FileRegion): RegionInfo {
  const { rowGroup, column } = region;
  if (region.kind !== 'column-chunk' || rowGroup === undefined || column === undefined) return region;
  const group = session.file.metadata.rowGroups[rowGroup];
  const data = (group && columnChunkOf(group, column)?.metaData) ?? openedMetadata(session, rowGroup, column);
  if (data === undefined) return region;
  const leaf = session.file.schema.leaves[column];
  const encoding = leaf && mainEncoding(leaf, data);
  return {
    ...region,
    encoding: encoding === undefined ? undefined : nameOfEncoding(encoding, session.encodings),
    codec: nameOfCodec(data.codec, session.codecs),
    ratio: data.totalUncompressedSize === 0 ? 1 : data.totalCompressedSize / data.totalUncompressedSize,
  };
}

/**
 * Returns the encoding of most data pages. If the footer does not count pages by encoding, returns the first encoding
 * that it lists.
 */
function mainEncoding(leaf: LeafNode, metaData: ColumnMetaData): number | undefined {
  const pagesIn = (id: number): number =>
    (metaData.encodingStats ?? []).reduce((sum, { encoding, count }) => sum + (encoding === id ? count : 0), 0);
  return [...valueEncodings(leaf, metaData)].sort((a, b) => pagesIn(b) - pagesIn(a))[0];
}

function describeColumn(session: Session, column: StoredColumn): ColumnInfo {
  const { leaf, storedBytes, plainBytes, ratio, encodings, codecs, lockedChunks } = column;
  return {
    index: leaf.index,
    path: formatPath(leaf.path),
    type: describeType(leaf),
    physicalType: describePhysicalType(leaf),
    storedBytes,
    plainBytes,
    ratio,
    encodings: encodings.map((id) => nameOfEncoding(id, session.encodings)),
    codecs: codecs.map((id) => nameOfCodec(id, session.codecs)),
    lockedChunks,
  };
}

/** Returns the metadata of a chunk that the footer stores encrypted; undefined if it cannot be decrypted. */
function openedMetadata({ file }: Session, rowGroup: number, column: number): ColumnMetaData | undefined {
  try {
    const leaf = file.schema.leaves[column];
    return leaf && file.chunk({ rowGroup, column: leaf }).metaData;
  } catch {
    return undefined;
  }
}

function describeNode(node: SchemaNode): SchemaInfo {
  const leaf = node.kind === 'leaf' ? node : undefined;
  return {
    name: node.name,
    kind: node.kind,
    column: leaf?.index,
    repetition: node.repetition,
    type: node.annotation === undefined ? (leaf ? describeType(leaf) : 'group') : describeAnnotation(node.annotation),
    physicalType: leaf === undefined ? 'group' : describePhysicalType(leaf),
    maxDefinitionLevel: node.maxDefinitionLevel,
    maxRepetitionLevel: node.maxRepetitionLevel,
    fieldId: node.element.fieldId,
    children: node.kind === 'group' ? node.children.map(describeNode) : [],
  };
}
