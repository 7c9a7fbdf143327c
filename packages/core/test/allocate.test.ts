import { afterEach, describe, expect, test, vi } from 'vitest';
import { allocateBytes, freeBytes } from '../src/index.js';

const { transfer } = ArrayBuffer.prototype as { transfer?: unknown };

afterEach(() => {
  if (transfer !== undefined) Object.assign(ArrayBuffer.prototype, { transfer });
  vi.unstubAllGlobals();
});

describe('freeBytes', () => {
  test('freeBytes empties an array and all views of its buffer', () => {
    const bytes = allocateBytes(2 ** 16);
    const view = new Int32Array(bytes.buffer);
    freeBytes(bytes);
    expect([bytes.length, view.length]).toEqual([0, 0]);
  });

  test('freeBytes frees an array that ends a few bytes before the end of its buffer', () => {
    const bytes = allocateBytes(2 ** 16 + 64).subarray(0, 2 ** 16);
    freeBytes(bytes);
    expect(bytes.buffer.byteLength).toBe(0);
  });

  test('freeBytes does not free a part of a larger buffer', () => {
    const bytes = allocateBytes(2 ** 17);
    freeBytes(bytes.subarray(0, 2 ** 16));
    expect(bytes.length).toBe(2 ** 17);
  });

  test('freeBytes does not free small arrays or shared memory', () => {
    const small = allocateBytes(2 ** 10);
    const shared = new Uint8Array(new SharedArrayBuffer(2 ** 16));
    freeBytes(small);
    freeBytes(shared);
    expect([small.length, shared.length]).toEqual([2 ** 10, 2 ** 16]);
  });

  test('freeBytes empties arrays in engines without ArrayBuffer.prototype.transfer, such as Node 20', () => {
    Object.assign(ArrayBuffer.prototype, { transfer: undefined });
    for (let i = 0; i < 3; i++) {
      const bytes = allocateBytes(2 ** 16);
      freeBytes(bytes);
      expect(bytes.length).toBe(0);
    }
  });

  test('freeBytes leaves arrays to the garbage collector in engines without `transfer` and MessageChannel', () => {
    Object.assign(ArrayBuffer.prototype, { transfer: undefined });
    vi.stubGlobal('MessageChannel', undefined);
    const bytes = allocateBytes(2 ** 16);
    freeBytes(bytes);
    expect(bytes.length).toBe(2 ** 16);
  });
});
