/** Describes a file from its footer. */
import { EncodingId, isTurnDue, nameOf, PageType, PhysicalType, yieldToEventLoop } from '@marquetry/core';
import { type FileRegion, fileMap } from '@marquetry/inspect';
import { type ColumnMetaData, columnChunkOf, type RowGroup } from '@marquetry/metadata';
import { describeAnnotation, describePhysicalType, describeType, formatPath, type SchemaNode } from '@marquetry/schema';
import type { ColumnInfo, FileInfo, RegionInfo, SchemaInfo } from '../protocol.js';
import { codecName, encodingName } from './names.js';
import type { Session } from './session.js';

/** Returns the description of the whole file. It has a few hundred bytes per column chunk. */
export async function describeFile(
  session: Session,
  signal: AbortSignal,
): Promise<Omit<FileInfo, 'openedInMilliseconds'>> {
  const { file, name } = session;
  const { metadata, schema, source, rowCount, footer, encryption } = file;
  if (encryption !== undefined) await file.unlock(undefined, signal).catch(() => undefined);
  const columns: ColumnInfo[] = [];
  for (const leaf of schema.leaves) {
    if (isTurnDue()) await yieldToEventLoop(signal);
    columns.push(describeColumn(session, leaf.index));
  }
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
    columns,
    schema: describeNode(schema.root),
  };
}

function storedBytesOf(group: RowGroup, columns: number): number {
  if (group.totalCompressedSize !== undefined) return group.totalCompressedSize;
  let sum = 0;
  for (let i = 0; i < columns; i++) sum += columnChunkOf(group, i)?.metaData?.totalCompressedSize ?? 0;
  return sum;
}

/** Adds the encoding, codec and ratio of a chunk. */
function withCodes(session: Session, region: FileRegion): RegionInfo {
  const { rowGroup, column } = region;
  if (region.kind !== 'column-chunk' || rowGroup === undefined || column === undefined) return region;
  const group = session.file.metadata.rowGroups[rowGroup];
  const data = (group && columnChunkOf(group, column)?.metaData) ?? openedMetadata(session, rowGroup, column);
  if (data === undefined) return region;
  const encoding = mainEncoding(data);
  return {
    ...region,
    encoding: encoding === undefined ? undefined : encodingName(encoding, session),
    codec: codecName(data.codec, session),
    ratio: data.totalUncompressedSize === 0 ? 1 : data.totalCompressedSize / data.totalUncompressedSize,
  };
}

/** Encodings that chunks also list for levels. */
const levelEncodings: ReadonlySet<number> = new Set([EncodingId.RLE, EncodingId.BIT_PACKED]);

/** Returns the encoding of most data pages, or the most likely one if the footer does not count pages. */
function mainEncoding({ encodings, encodingStats }: ColumnMetaData): number | undefined {
  const data = (encodingStats ?? []).filter(({ pageType }) => pageType !== PageType.DICTIONARY_PAGE);
  const most = data.reduce<(typeof data)[number] | undefined>(
    (a, b) => (a === undefined || b.count > a.count ? b : a),
    undefined,
  );
  if (most !== undefined) return most.encoding;
  const dictionary = encodings.find((id) => id === EncodingId.RLE_DICTIONARY || id === EncodingId.PLAIN_DICTIONARY);
  return dictionary ?? encodings.find((id) => !levelEncodings.has(id)) ?? encodings[0];
}

function describeColumn(session: Session, index: number): ColumnInfo {
  const { metadata, schema } = session.file;
  const leaf = schema.leaves[index] as (typeof schema.leaves)[number];
  const encodings = new Set<number>();
  const codecs = new Set<number>();
  let storedBytes = 0;
  let rawBytes = 0;
  let isEncrypted = false;
  for (const [rowGroup, group] of metadata.rowGroups.entries()) {
    const stored = columnChunkOf(group, index);
    isEncrypted ||= stored?.cryptoMetadata !== undefined;
    const data = stored?.metaData ?? openedMetadata(session, rowGroup, index);
    if (data === undefined) continue;
    storedBytes += data.totalCompressedSize;
    rawBytes += data.totalUncompressedSize;
    for (const id of data.encodings) encodings.add(id);
    codecs.add(data.codec);
  }
  return {
    index,
    path: formatPath(leaf.path),
    type: describeType(leaf),
    physicalType: describePhysicalType(leaf),
    storedBytes,
    rawBytes,
    encodings: [...encodings].map((id) => encodingName(id, session)),
    codecs: [...codecs].map((id) => codecName(id, session)),
    isEncrypted,
  };
}

/** Returns the metadata of a chunk that is encrypted in the footer; undefined if it cannot be opened. */
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
  const physicalType = leaf === undefined ? 'group' : nameOf(PhysicalType, leaf.type);
  return {
    name: node.name,
    path: formatPath(node.path),
    kind: node.kind,
    column: leaf?.index,
    repetition: node.repetition,
    type: node.annotation === undefined ? (leaf ? describeType(leaf) : 'group') : describeAnnotation(node.annotation),
    physicalType: leaf === undefined ? physicalType : describePhysicalType(leaf),
    maxDefinitionLevel: node.maxDefinitionLevel,
    maxRepetitionLevel: node.maxRepetitionLevel,
    fieldId: node.element.fieldId,
    children: node.kind === 'group' ? node.children.map(describeNode) : [],
  };
}
