/**
 * Conformance cases that convert values from one encoding to another and back. The values that an encoder receives here
 * may be views of a page, have offsets that do not start at 0, or be dictionary indices.
 */
import {
  createColumnBuffer,
  type DirectValues,
  type EncoderOptions,
  type Encoding,
  type ValueDecoder,
  type ValueEncoder,
} from '@marquetry/core';
import { sameValues } from '../compare.js';
import type { ConformanceCase } from '../conformance-case.js';
import type { SamplePage } from '../sample-pages.js';
import { bytesMoved } from '../sample-values.js';
import { limits } from './open.js';

/** Number of values to pass per call. It is a prime number, so that it is not a multiple of any block size. */
const portion = 37;

export function crossCases(
  encoding: Encoding,
  page: SamplePage,
  others: readonly Encoding[],
  options?: EncoderOptions,
): ConformanceCase[] {
  const partners = others.filter((other) => other.encoder !== undefined && other.supports(page.column));
  return partners.map((other) => ({
    name:
      other === encoding
        ? 'values that were read can be written again'
        : `values that were read can be converted to ${other.name} and back`,
    run: () => {
      const there = transcode(encoding, page, other, other === encoding ? options : undefined);
      sameValues(readAll(other, there), page.values);
      if (encoding.encoder === undefined || other === encoding) return;
      sameValues(readAll(encoding, transcode(other, there, encoding, options)), page.values);
    },
  }));
}

function open(encoding: Encoding, { column, values, dictionary, bytes }: SamplePage): ValueDecoder {
  // Put the bytes at offset 8, where every type is aligned, so that a read may return a view that does not start at 0.
  const moved = bytesMoved(bytes, 8, 0x55);
  const context = { column, valueCount: values.length, limits };
  return encoding.decoder(moved, dictionary === undefined ? context : { ...context, dictionary });
}

function readAll(encoding: Encoding, page: SamplePage): DirectValues {
  const target = createColumnBuffer(page.column, { limits });
  open(encoding, page).readInto(target, page.values.length);
  return target.values;
}

/** Decodes a page with encoding `from`, and returns a page of the same values that is encoded with `to`. */
function transcode(from: Encoding, page: SamplePage, to: Encoding, options?: EncoderOptions): SamplePage {
  const { column, values } = page;
  const encoder = to.encoder?.(column, options);
  if (encoder === undefined) throw new Error(`${to.name} has no encoder`);
  if (to.usesDictionary && !from.usesDictionary) {
    const dictionary = readAll(from, page);
    const indices = Int32Array.from({ length: values.length }, (_, i) => i);
    const { length, type } = values;
    encoder.write({ layout: 'dictionary', type, length, indices, dictionary }, 0, length);
    return { ...page, bytes: encoder.finish(), dictionary };
  }
  handOver(open(from, page), encoder, page, !to.usesDictionary && from.usesDictionary);
  const { dictionary: _, ...flat } = page;
  return { ...(to.usesDictionary ? page : flat), bytes: encoder.finish() };
}

function handOver(decoder: ValueDecoder, encoder: ValueEncoder, { column }: SamplePage, gather: boolean): void {
  while (decoder.remaining > 0) {
    const count = Math.min(portion, decoder.remaining);
    if (gather) {
      const target = createColumnBuffer(column, { limits });
      decoder.readInto(target, count);
      encoder.write(target.values, 0, count);
    } else {
      encoder.write(decoder.read(count), 0, count);
    }
  }
}
