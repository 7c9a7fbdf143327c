import { queryObjects } from 'node:v8';
import { columnKernels } from '@marquetry/bit-io';
import { createRowReader } from '@marquetry/column';
import { createColumnBuffer, defaultLimits, PhysicalType } from '@marquetry/core';
import { expect, test } from 'vitest';
import type { ChunkLocation } from '../src/chunk.js';
import { keepClasses } from '../src/kept-classes.js';
import { createPageStream } from '../src/page-stream.js';
import { bytesSource } from '../src/source/memory.js';

const int = { type: PhysicalType.INT32, width: 4, maxDefinitionLevel: 0, maxRepetitionLevel: 0 };

const makers: Readonly<Record<string, () => object>> = {
  'a buffer of INT32': () => createColumnBuffer(int),
  'a row reader': () => createRowReader({ column: int }),
  'a page stream': () =>
    createPageStream({ start: 0, end: 0, dataEnd: 0, base: 0, at: {} } as ChunkLocation, {
      source: bytesSource(new Uint8Array(0)),
      limits: defaultLimits,
      statistics: false,
      verifyChecksums: true,
      partial: false,
    }),
};

/** Returns the number of objects of this class that exist after a full garbage collection. */
function survivors(make: () => object): number {
  return queryObjects(make().constructor as never, { format: 'count' }) as unknown as number;
}

test('after keepClasses, an object of each class survives a full garbage collection', () => {
  keepClasses(columnKernels);
  for (const [name, make] of Object.entries(makers)) expect([name, survivors(make) > 0]).toEqual([name, true]);
});
