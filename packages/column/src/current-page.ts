/**
 * The page that rows are being read from.
 */
import type { DirectValues, LeafColumn, ValueDecoder } from '@marquetry/core';
import type { DataPage } from '@marquetry/page';
import { countValid } from './count-valid.js';

/** A page that is being read. `slot` is the next slot to read. */
export interface CurrentPage {
  readonly page: DataPage;
  readonly dictionary: DirectValues | undefined;
  slot: number;
  /** The decoder of the page; undefined until the first value is read. */
  decoder: ValueDecoder | undefined;
  /** The slot whose value the decoder returns next. */
  decoderSlot: number;
}

/** Returns the decoder of a page, positioned at the value of slot `from`. The caller must then read up to slot `to`. */
export function decoderAt(source: CurrentPage, from: number, to: number, column: LeafColumn): ValueDecoder {
  // A decoder cannot go back, so a range of slots that was refused is read again with a new decoder.
  if (source.decoder === undefined || source.decoderSlot > from) {
    source.decoder = source.page.values();
    source.decoderSlot = 0;
  }
  const { decoder, decoderSlot } = source;
  if (decoderSlot < from) decoder.skip(countValid(source.page.nulls, decoderSlot, from, column.maxDefinitionLevel));
  source.decoderSlot = to;
  return decoder;
}
