/** Files that can be read only in part, by their path on the test server. */
import { readFileSync } from 'node:fs';
import type { Encoding } from '@marquetry/core';
import { memorySink, openParquet, writeParquet } from 'marquetry';
import { standardEncodings } from 'marquetry/plug-ins';

const sample: Uint8Array = readFileSync(new URL('../public/sample.parquet', import.meta.url));
const encrypted: Uint8Array = readFileSync(
  new URL('../../../tests/fixtures/encrypted/pyarrow-gcm-128.parquet', import.meta.url),
);
const opened = await openParquet(sample);

/** The file offsets of the pages of the column `delay` in the sample. */
export const delayPages: number[] = [];
for await (const { fileOffset } of opened.pages({ rowGroup: 0, column: 'delay' })) delayPages.push(fileOffset);

/** Returns the sample with the bytes at an offset replaced. */
function changed(offset: number, ...bytes: readonly number[]): Uint8Array {
  const copy = Uint8Array.from(sample);
  copy.set(bytes, offset);
  return copy;
}

/** The id of an encoding that the inspector does not support. The file stores PLAIN bytes with this id. */
const unknownId = 200;
const stranger = memorySink();
await writeParquet(
  stranger,
  { known: Int32Array.from([1, 2, 3]), unknown: Float64Array.from([1, 2, 3]) },
  {
    encodings: standardEncodings.with({ ...(standardEncodings.find(0) as Encoding), id: unknownId, name: 'STRANGER' }),
    columns: { unknown: { encoding: unknownId } },
  },
);

export const brokenFiles: ReadonlyMap<string, Uint8Array> = new Map([
  ['/bad-crc.parquet', changed((delayPages[1] as number) + 100, 1, 2, 3, 4, 5, 6, 7)],
  ['/bad-header.parquet', changed(delayPages[1] as number, 0xff, 0xff, 0xff, 0xff)],
  ['/bad-footer.parquet', changed(opened.footer.offset, 0xff, 0xff)],
  ['/truncated.parquet', sample.subarray(0, 500_000)],
  ['/text.parquet', new TextEncoder().encode('id,name\n1,oak\n2,elm\n')],
  ['/unknown-encoding.parquet', stranger.bytes],
  ['/encrypted.parquet', encrypted],
]);
