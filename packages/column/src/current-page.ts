/**
 * The page that rows are being read from.
 */
import type { DirectValues, LeafColumn, ValueDecoder } from '@marquetry/core';
import type { DataPage } from '@marquetry/page';
import { countValid } from './count-valid.js';

/** A page that is being read. `slot` is the next one. */
export interface CurrentPage {
  readonly page: DataPage;
  readonly dictionary: DirectValues | undefined;
  slot: number;
  /** Absent until values are asked for. */
  decoder: ValueDecoder | undefined;
  /** The slot whose value the decoder gives next. */
  decoderSlot: number;
}

/** The decoder of a page, standing at the value of slot `from`; what follows reads up to slot `to`. */
export function decoderAt(source: CurrentPage, from: number, to: number, column: LeafColumn): ValueDecoder {
  // Asked for the same stretch again, the decoder may be spent: start anew.
  if (source.decoder === undefined || source.decoderSlot > from) {
    source.decoder = source.page.values();
    source.decoderSlot = 0;
  }
  const { decoder, decoderSlot } = source;
  if (decoderSlot < from) decoder.skip(countValid(source.page.nulls, decoderSlot, from, column.maxDefinitionLevel));
  source.decoderSlot = to;
  return decoder;
}
