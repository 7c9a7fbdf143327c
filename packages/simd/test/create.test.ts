import { javascriptKernels } from '@marquetry/bit-io';
import { isParquetError } from '@marquetry/core';
import { createSimdKernels, loadSimdKernels } from '@marquetry/simd';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('createSimdKernels and loadSimdKernels return WebAssembly kernels if the runtime supports SIMD', async () => {
  for (const kernels of [createSimdKernels(), await loadSimdKernels()]) {
    expect(kernels.name).toBe('webassembly-simd');
    expect(kernels.refusal).toBeUndefined();
    expect(kernels.contract).toBe(1);
    expect(kernels.memoryBytes).toBe(320 * 1024);
    const target = new Int32Array(1000);
    kernels.unpack(new Uint8Array(1000).fill(0x21), 0, 4, target, 0, 1000);
    expect(target).toEqual(new Int32Array(1000).map((_, i) => 1 + (i & 1)));
  }
});

test('if the runtime refuses WebAssembly, the kernels are the JavaScript kernels and state the reason', async () => {
  const refusal = new EvalError('refused by a policy');
  const refuse = vi.fn(function refuse(): never {
    throw refusal;
  });
  vi.stubGlobal('WebAssembly', { ...WebAssembly, Memory: WebAssembly.Memory, Module: refuse, instantiate: refuse });
  for (const kernels of [createSimdKernels(), await loadSimdKernels()]) {
    expect(kernels).toMatchObject({ name: 'javascript', refusal, memoryBytes: 0 });
    expect(kernels.unpack).toBe(javascriptKernels.unpack);
    expect(kernels.readRuns).toBeUndefined();
  }
  expect(refuse).toHaveBeenCalledTimes(2);
});

test('if there is no WebAssembly, the kernels are the JavaScript kernels', async () => {
  vi.stubGlobal('WebAssembly', undefined);
  for (const kernels of [createSimdKernels(), await loadSimdKernels()]) {
    expect(kernels.name).toBe('javascript');
    expect(kernels.refusal).toBeInstanceOf(Error);
  }
});

test('scratch memory grows up to the limit, and is 16-byte aligned', () => {
  const kernels = createSimdKernels({ memoryLimit: 1024 * 1024 });
  const lent = kernels.scratch?.(300_000);
  expect(lent?.length).toBe(300_000);
  expect((lent?.byteOffset ?? 1) % 16).toBe(0);
  expect(kernels.memoryBytes).toBeGreaterThan(300_000 + 256 * 1024);
  expect(kernels.memoryBytes).toBeLessThanOrEqual(1024 * 1024);
  let error: unknown;
  try {
    kernels.scratch?.(1024 * 1024);
  } catch (thrown) {
    error = thrown;
  }
  expect(isParquetError(error) && error.code).toBe('LIMIT');
  // The kernels still work after their memory has grown and its views have been replaced.
  const target = new Int32Array(1000);
  kernels.unpack(new Uint8Array(1000).fill(0x21), 0, 4, target, 0, 1000);
  expect(target[999]).toBe(2);
});

test.each([0, -1, 1.5, Number.NaN, 320 * 1024 - 1])('createSimdKernels rejects a memory limit of %d', (memoryLimit) => {
  expect(() => createSimdKernels({ memoryLimit })).toThrow(/`memoryLimit` must be an integer of at least 327680 bytes/);
});
