/** Draws a file to scale: `marquetry pages --map`. */
import { nameOfEncoding } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import { type FileRegion, fileMap, misplacedRegions, rankColumns, sizeText, valueEncodings } from '@marquetry/inspect';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Context } from '../context.js';
import { counted, grouped } from '../counted.js';
import { lockedColumns, openedChunk } from '../keys/locked-columns.js';
import { printable } from '../terminal/printable.js';
import { columnTable } from './column-table.js';
import { drawLanes, type Lane } from './lane.js';
import { createLegend, type Legend } from './legend.js';
import { partTable } from './part-table.js';

/** Maximum number of columns in the table of the largest columns. */
const mostColumns = 10;

/**
 * Prints a map of a file: each row group as a bar of its columns, a table of the parts of the file, and a table of its
 * largest columns.
 */
export async function printMap(
  file: ParquetFile,
  rowGroups: readonly number[],
  json: boolean,
  context: Context,
): Promise<void> {
  const { output, pause, signal } = context;
  await lockedColumns(file, file.schema.leaves, signal);
  const regions = fileMap(file);
  if (json) return printRegions(file, regions, rowGroups, context);
  await noteMisplaced(file, context);

  const { colors } = output;
  const legend = createLegend(output);
  const chunks = chunksByGroup(regions);
  const lanes: Lane[] = [];
  for (const ordinal of rowGroups) {
    lanes.push(laneOf(file, ordinal, chunks.get(ordinal) ?? [], legend, context));
    await pause();
  }
  const { metadata, schema, source, rowCount } = file;
  const facts = [
    sizeText(source.byteLength),
    counted(rowCount, 'row'),
    counted(metadata.rowGroups.length, 'row group'),
    counted(schema.leaves.length, 'column'),
  ];
  await output.write(`${colors.bold(facts.join('  '))}\n\n`);
  if (lanes.length > 0) await output.write(`${drawLanes(lanes, 'row group', output)}\n${legend.lines(output.width)}\n`);
  await output.write(`${partTable(regions, source.byteLength, output)}\n`);
  await output.write(columnTable(await rankColumns(file, signal), mostColumns, context));
}

/** Returns the column chunks of each row group, in the order of their file offsets. */
function chunksByGroup(regions: readonly FileRegion[]): ReadonlyMap<number, readonly FileRegion[]> {
  const groups = new Map<number, FileRegion[]>();
  for (const region of regions) {
    if (region.kind !== 'column-chunk' || region.rowGroup === undefined) continue;
    const group = groups.get(region.rowGroup);
    if (group === undefined) groups.set(region.rowGroup, [region]);
    else group.push(region);
  }
  return groups;
}

function laneOf(
  file: ParquetFile,
  ordinal: number,
  chunks: readonly FileRegion[],
  legend: Legend,
  { plugIns }: Context,
): Lane {
  const segments = chunks.map(({ byteLength, column = -1 }) => {
    const leaf = file.schema.leaves[column] as LeafNode;
    const metaData = openedChunk(file, ordinal, leaf)?.metaData;
    const ids = metaData === undefined ? [] : valueEncodings(leaf, metaData);
    // The name of a mix does not depend on the order in which a writer lists its encodings.
    const names = [...ids].sort((a, b) => b - a).map((id) => printable(nameOfEncoding(id, plugIns.encodings)));
    return { byteLength, mark: legend.markOf(names) };
  });
  return { label: `group ${ordinal}`, segments };
}

/** Prints one JSON object per region. */
async function printRegions(
  { schema }: ParquetFile,
  regions: readonly FileRegion[],
  rowGroups: readonly number[],
  { output, pause }: Context,
): Promise<void> {
  const asked = new Set(rowGroups);
  for (const { kind, offset, byteLength, rowGroup, column } of regions) {
    if (rowGroup !== undefined && !asked.has(rowGroup)) continue;
    const leaf = column === undefined ? undefined : schema.leaves[column];
    const path = leaf === undefined ? null : formatPath(leaf.path);
    await output.writeRecords(
      `${JSON.stringify({ kind, offset, byteLength, rowGroup: rowGroup ?? null, column: path })}\n`,
    );
    await pause();
  }
}

/** Prints how many parts are not drawn, or are drawn at offsets other than those in the footer. */
async function noteMisplaced(file: ParquetFile, { messages }: Context): Promise<void> {
  const misplaced = misplacedRegions(file);
  const count = (...reasons: readonly string[]): number => misplaced.filter(({ why }) => reasons.includes(why)).length;
  const locked = new Set(misplaced.filter(({ why }) => why === 'locked').map(({ column }) => column));
  const notes: readonly (readonly [number, string])[] = [
    [count('overlap', 'outside'), 'parts that overlap or extend beyond the file (the map shows each byte once)'],
    [count('external'), 'column chunks in other files, which are not drawn'],
    [count('unreadable'), 'column chunks without valid metadata, which are not drawn'],
    [locked.size, 'encrypted columns whose keys are missing, which are not drawn'],
  ];
  for (const [number, what] of notes) {
    if (number > 0) await messages.write(`marquetry: ${what}: ${grouped(number)}\n`);
  }
}
