/**
 * Checks that `verify` finds geometries that are not WKB, and wrong bounding boxes and geometry types in the footer.
 */
import { type GeospatialStatistics, readFileMetaData, writeFileMetaData } from '@marquetry/metadata';
import { hex } from '@marquetry/test-support/hex.js';
import { pointOf, wkbOf } from '@marquetry/test-support/wkb.js';
import { createParquetWriter, defineSchema, memorySink } from 'marquetry';
import { expect, it } from 'vitest';
import { fileOf, jsonLines, runCli } from './run-cli.js';

async function faultsOf(bytes: Uint8Array): Promise<readonly unknown[]> {
  const { stdout } = await runCli(['verify', fileOf(bytes), '--json']);
  return jsonLines(stdout).filter((line) => 'message' in line);
}

/** Returns a file of geometries. If `stated` is given, it replaces the correct statistics in the footer. */
async function fileWith(items: readonly Uint8Array[], stated?: GeospatialStatistics): Promise<Uint8Array> {
  const sink = memorySink();
  const writer = await createParquetWriter(sink, { schema: defineSchema({ g: 'GEOMETRY' }) });
  await writer.write({ g: items });
  await writer.finish();
  const { bytes } = sink;
  if (stated === undefined) return bytes;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 8, true);
  const start = bytes.length - 8 - length;
  const metadata = readFileMetaData(bytes.subarray(start, bytes.length - 8));
  const rowGroups = metadata.rowGroups.map((group) => ({
    ...group,
    columns: group.columns.map((chunk) => ({
      ...chunk,
      ...(chunk.metaData && { metaData: { ...chunk.metaData, geospatialStatistics: stated } }),
    })),
  }));
  const footer = writeFileMetaData({ ...metadata, rowGroups });
  const tail = new Uint8Array(8);
  new DataView(tail.buffer).setUint32(0, footer.length, true);
  tail.set(bytes.subarray(-4), 4);
  return Uint8Array.from([...bytes.subarray(0, start), ...footer, ...tail]);
}

const items = [pointOf(1, 2, 3), pointOf(-5, 4, 0), wkbOf({ kind: 2, parts: [[170, 0]] })];
const types = [2, 1001];
const box = { xmin: -5, xmax: 170, ymin: 0, ymax: 4 };

it.each([
  ['the correct box and types', undefined],
  ['a larger box', { bbox: { ...box, ymax: 9, zmin: -1, zmax: 3 }, geospatialTypes: [1, 2, 3, 1001] }],
  ['a box across the antimeridian', { bbox: { ...box, xmin: 170, xmax: 1 } }],
  ['unknown types', { bbox: box, geospatialTypes: [] }],
])('verify accepts geospatial statistics with %s', async (_, stated) => {
  expect(await faultsOf(await fileWith(items, stated))).toEqual([]);
});

it.each([
  [{ bbox: { ...box, xmax: 169 } }, 'a geometry is outside the bounding box in the footer: x = 170'],
  [{ bbox: { ...box, xmin: 170, xmax: -5 } }, 'a geometry is outside the bounding box in the footer: x = 1'],
  [{ bbox: { ...box, ymin: 1 } }, 'a geometry is outside the bounding box in the footer: y = 0'],
  [{ bbox: { ...box, zmin: 1, zmax: 3 } }, 'a geometry is outside the bounding box in the footer: z = 0'],
  [{ bbox: box, geospatialTypes: [1, 1001] }, 'a geometry has WKB type 2, but the footer lists only 1, 1001'],
])('verify reports the wrong geospatial statistics %j once per chunk', async (stated, message) => {
  expect(await faultsOf(await fileWith([...items, ...items], stated))).toEqual([
    expect.objectContaining({ code: 'CORRUPT', column: 'g', message: expect.stringContaining(message) }),
  ]);
});

it('verify reports invalid WKB once per chunk, and ignores curve geometries', async () => {
  const broken = [hex('0101'), hex('01 01000020'), hex('01 08000000 00000000')];
  expect(await faultsOf(await fileWith([...items, ...broken], { bbox: box, geospatialTypes: types }))).toEqual([
    expect.objectContaining({ code: 'TRUNCATED', message: expect.stringContaining('the header of a geometry') }),
  ]);
});
