import { javascriptKernels } from '@marquetry/bit-io';
import { EncodingId, PhysicalType } from '@marquetry/core';
import { buildFlatFile } from '@marquetry/test-support/files.js';
import { buildDataPage } from '@marquetry/test-support/pages.js';
import { columnOf, valuesOf } from '@marquetry/test-support/values.js';
import { openParquet } from 'marquetry';
import { expect, test, vi } from 'vitest';

const load = vi.hoisted(() => vi.fn());
vi.mock('@marquetry/simd', () => ({ loadSimdKernels: load }));

const column = columnOf(PhysicalType.INT32);
const bytes = buildFlatFile(column, [
  buildDataPage({ column, encoding: EncodingId.PLAIN, values: valuesOf(column, [1, 2]) }),
]);

test('if loading kernels fails, the next file loads them again, and all later files share them', async () => {
  load.mockRejectedValueOnce(new Error('the module could not be fetched')).mockResolvedValue(javascriptKernels);
  await expect(openParquet(bytes)).rejects.toThrow('could not be fetched');
  expect((await openParquet(bytes)).kernels).toBe(javascriptKernels);
  expect((await openParquet(bytes)).rowCount).toBe(2);
  expect(load).toHaveBeenCalledTimes(2);
});
