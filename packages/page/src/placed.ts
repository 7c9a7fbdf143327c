/** Adds the location of the page to the errors that a decoder throws. */
import { type ColumnBuffer, type ErrorPlace, type ValueDecoder, type Values, withPlace } from '@marquetry/core';

/**
 * A wrapper of a decoder that adds the location of the page to every error. It is a class, because an object literal
 * would need one closure per method and page.
 */
class PlacedDecoder implements ValueDecoder {
  readonly readIndices?: NonNullable<ValueDecoder['readIndices']>;
  readonly readKept?: NonNullable<ValueDecoder['readKept']>;
  declare private readonly decoder: ValueDecoder;
  declare private readonly at: ErrorPlace;

  constructor(decoder: ValueDecoder, at: ErrorPlace) {
    const { readIndices, readKept } = decoder;
    this.decoder = decoder;
    this.at = at;
    if (readIndices) this.readIndices = this.indices;
    if (readKept) this.readKept = this.kept;
  }

  get remaining(): number {
    return this.decoder.remaining;
  }

  read(count: number): Values {
    return this.run(this.decoder.read, [count]);
  }

  readInto(target: ColumnBuffer, count: number): void {
    // This does not call `run`, because the array of its arguments takes time for each small page.
    try {
      this.decoder.readInto(target, count);
    } catch (error) {
      throw withPlace(error, this.at);
    }
  }

  skip(count: number): void {
    this.run(this.decoder.skip, [count]);
  }

  private indices(...values: Parameters<NonNullable<ValueDecoder['readIndices']>>): void {
    this.run(this.decoder.readIndices as NonNullable<ValueDecoder['readIndices']>, values);
  }

  private kept(...values: Parameters<NonNullable<ValueDecoder['readKept']>>): void {
    this.run(this.decoder.readKept as NonNullable<ValueDecoder['readKept']>, values);
  }

  private run<A extends unknown[], R>(method: (...values: A) => R, values: A): R {
    try {
      return method.apply(this.decoder, values);
    } catch (error) {
      throw withPlace(error, this.at);
    }
  }
}

export function placed(decoder: ValueDecoder, at: ErrorPlace): ValueDecoder {
  return new PlacedDecoder(decoder, at);
}
