/** Tests which kernels are used to read a file. */
import { columnKernels } from '@marquetry/bit-io';
import { memorySink, openParquet, writeParquet } from 'marquetry';
import { javascriptKernels } from 'marquetry/plug-ins';
import { expect, test } from 'vitest';
import { openParquet as openInBrowsers } from '../src/index.js';

async function sample(): Promise<Uint8Array> {
  const sink = memorySink();
  await writeParquet(sink, [{ id: 1 }]);
  return sink.bytes;
}

test.skipIf(process.env['MARQUETRY_KERNELS'] === 'javascript')(
  'in Node, all files use the same SIMD kernels',
  async () => {
    const { kernels } = await openParquet(await sample());
    expect(kernels).toMatchObject({ name: 'webassembly-simd' });
    expect((await openParquet(await sample())).kernels).toBe(kernels);
  },
);

test('openParquet uses the given kernels', async () => {
  const { kernels } = await openParquet(await sample(), { kernels: javascriptKernels });
  expect(kernels).toBe(javascriptKernels);
});

test('the entry point for browsers uses JavaScript kernels by default', async () => {
  const { kernels } = await openInBrowsers(await sample());
  expect(kernels).toBe(columnKernels);
});
