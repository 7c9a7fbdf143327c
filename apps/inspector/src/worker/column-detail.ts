/** Describes the chunks of a column, using only their metadata in the footer. */
import { nameOfCodec, nameOfEncoding } from '@marquetry/core';
import { createStatisticWriter, textStyle } from '@marquetry/json';
import { createStatisticsReader, type StoredBound } from '@marquetry/logical';
import type { ChunkInfo, ChunkStatistics } from '../protocol.js';
import type { Handler } from './handler.js';
import { leafAt } from './names.js';
import type { CurrentSession } from './session.js';

export function columnDetail(current: CurrentSession): Handler<'column'> {
  return async ({ column }, { signal }) => {
    const session = current();
    const { file } = session;
    const leaf = leafAt(session, column);
    if (file.encryption !== undefined) await file.unlock([leaf], signal).catch(() => undefined);
    const reader = createStatisticsReader(leaf, file.metadata);
    const write = createStatisticWriter(leaf, textStyle);
    const text = (bound: StoredBound | undefined): string | undefined => bound && write(bound.bytes);
    const describe = (rowGroup: number): ChunkInfo & ChunkStatistics => {
      try {
        const { chunk, metaData, start } = file.chunk({ rowGroup, column: leaf });
        const bounds = reader.of(metaData.statistics, metaData.numValues).bounds;
        return {
          rowGroup,
          offset: start,
          storedBytes: metaData.totalCompressedSize,
          rawBytes: metaData.totalUncompressedSize,
          slots: metaData.numValues,
          encodings: metaData.encodings.map((id) => nameOfEncoding(id, session.encodings)),
          codec: nameOfCodec(metaData.codec, session.codecs),
          hasDictionary: (metaData.dictionaryPageOffset ?? 0) > 0,
          hasPageIndex: chunk.offsetIndexOffset !== undefined,
          hasBloomFilter: metaData.bloomFilterOffset !== undefined,
          fault: undefined,
          min: text(bounds?.min),
          max: text(bounds?.max),
          nulls: metaData.statistics?.nullCount,
          distinct: metaData.statistics?.distinctCount,
        };
      } catch (error) {
        return unreadable(rowGroup, error);
      }
    };
    return { chunks: file.metadata.rowGroups.map((_, rowGroup) => describe(rowGroup)) };
  };
}

function unreadable(rowGroup: number, error: unknown): ChunkInfo & ChunkStatistics {
  return {
    rowGroup,
    offset: undefined,
    storedBytes: 0,
    rawBytes: 0,
    slots: 0,
    encodings: [],
    codec: '',
    hasDictionary: false,
    hasPageIndex: false,
    hasBloomFilter: false,
    fault: error instanceof Error ? error.message : String(error),
    min: undefined,
    max: undefined,
    nulls: undefined,
    distinct: undefined,
  };
}
