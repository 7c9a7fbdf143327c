/**
 * The value that was read last, from which the next value takes its prefix. The value is a copy, because the caller
 * owns the memory that a read returned.
 */

export interface PreviousValue {
  readonly length: number;
  readonly bytes: Uint8Array;
  replace(value: Uint8Array): void;
  /**
   * Makes the last of `count` front-coded values the previous value. The suffixes of the `count` values start at
   * `source[position]`, and `ends[0]` is the start of the first value. Copies only suffixes, never whole values.
   */
  pass(source: Uint8Array, position: number, prefixes: Int32Array, ends: Int32Array, count: number): void;
}

export function createPreviousValue(): PreviousValue {
  let memory: Uint8Array = new Uint8Array(64);
  let length = 0;

  function grow(needed: number): void {
    if (needed <= memory.length) return;
    const grown = new Uint8Array(Math.max(needed, 2 * memory.length));
    grown.set(memory.subarray(0, length));
    memory = grown;
  }

  return {
    get length(): number {
      return length;
    },
    get bytes(): Uint8Array {
      return memory.subarray(0, length);
    },
    replace(value): void {
      length = 0;
      grow(value.length);
      memory.set(value);
      length = value.length;
    },
    pass(source, position, prefixes, ends, count): void {
      let at = position;
      let start = 0;
      for (let i = 0; i < count; i++) {
        const prefix = prefixes[i] as number;
        // The ends of many long values may exceed int32 and wrap around, but their differences are correct.
        const end = ends[i + 1] as number;
        const whole = (end - start) | 0;
        grow(whole);
        for (let k = prefix; k < whole; k++) memory[k] = source[at++] as number;
        length = whole;
        start = end;
      }
    },
  };
}
