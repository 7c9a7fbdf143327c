/**
 * Adds the page's place to what a decoder throws.
 */
import { type ColumnBuffer, type ErrorPlace, type ValueDecoder, type Values, withPlace } from '@marquetry/core';

/** The decoder, whose errors say where the page is. A class: one object per page, where closures would be five. */
class PlacedDecoder implements ValueDecoder {
  private readonly decoder: ValueDecoder;
  private readonly at: ErrorPlace;
  readonly readIndices?: (target: Int32Array, from: number, count: number) => void;
  readonly readKept?: (target: ColumnBuffer, bits: Uint8Array, first: number, count: number) => void;

  constructor(decoder: ValueDecoder, at: ErrorPlace) {
    this.decoder = decoder;
    this.at = at;
    if (decoder.readIndices !== undefined) this.readIndices = this.readPlacedIndices;
    if (decoder.readKept !== undefined) this.readKept = this.readPlacedKept;
  }

  get remaining(): number {
    return this.decoder.remaining;
  }

  read(count: number): Values {
    try {
      return this.decoder.read(count);
    } catch (error) {
      throw withPlace(error, this.at);
    }
  }

  readInto(target: ColumnBuffer, count: number): void {
    try {
      this.decoder.readInto(target, count);
    } catch (error) {
      throw withPlace(error, this.at);
    }
  }

  skip(count: number): void {
    try {
      this.decoder.skip(count);
    } catch (error) {
      throw withPlace(error, this.at);
    }
  }

  private readPlacedKept(target: ColumnBuffer, bits: Uint8Array, first: number, count: number): void {
    try {
      this.decoder.readKept?.(target, bits, first, count);
    } catch (error) {
      throw withPlace(error, this.at);
    }
  }

  private readPlacedIndices(target: Int32Array, from: number, count: number): void {
    try {
      this.decoder.readIndices?.(target, from, count);
    } catch (error) {
      throw withPlace(error, this.at);
    }
  }
}

export function placed(decoder: ValueDecoder, at: ErrorPlace): ValueDecoder {
  return new PlacedDecoder(decoder, at);
}
