/**
 * Adds the page's place to what a decoder throws.
 */
import { type ErrorPlace, type ValueDecoder, withPlace } from '@marquetry/core';

export function placed(decoder: ValueDecoder, at: ErrorPlace): ValueDecoder {
  const guard = <T>(action: () => T): T => {
    try {
      return action();
    } catch (error) {
      throw withPlace(error, at);
    }
  };
  return {
    get remaining(): number {
      return decoder.remaining;
    },
    read: (count) => guard(() => decoder.read(count)),
    readInto: (target, count) => guard(() => decoder.readInto(target, count)),
    skip: (count) => guard(() => decoder.skip(count)),
  };
}
