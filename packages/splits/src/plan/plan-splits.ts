/**
 * Plans the splits of files.
 *
 *   file 1   | group 0 | group 1 | group 2            |   file 2   | group 0 |
 *   splits   [ merged up to targetBytes ][ cut ][ cut ]            [         ]
 */

import { standardCodecs } from '@marquetry/codecs';
import {
  type CodecRegistry,
  defaultLimits,
  type EncodingRegistry,
  type Limits,
  type OptionNames,
  ParquetError,
  requireKnownOptions,
  withPlace,
} from '@marquetry/core';
import { standardEncodings } from '@marquetry/encodings';
import { type FileDecryption, openFile, type UseMetadata, type Where } from '@marquetry/file';
import { formatPath, schemaElements } from '@marquetry/schema';
import { canonicalJson, contentId } from '../json.js';
import type { Split, SplitPlan } from '../split.js';
import { inParallel } from '../store/in-parallel.js';
import { absoluteUri, type ResolveSource, resolveSource } from '../store/resolve.js';
import { type FileToPlan, fileToPlan, type Unit, type UnitOptions, unitsOf } from './file-units.js';
import { whereAsJson } from './json-where.js';
import { needsOf } from './needs.js';
import { requireNoPartitions } from './partitions.js';
import { partOf } from './pruned-footer.js';

/** Options of `planSplits`. */
export interface PlanSplitsOptions {
  /**
   * The paths of the columns of the output; the path of a group names all columns in it. Default: all columns. If empty, a split reads only
   * the columns of `where`, to count rows. Required for files in folders such as `year=2026/`, if the files do not contain a column
   * `year`, because splits read columns only from files.
   */
  readonly columns?: readonly string[];
  /** The predicate that rows must pass. It is sent to the workers as JSON, so it cannot contain functions. */
  readonly where?: Where;
  /** The metadata that may be used to omit rows that `where` excludes. Default: all. */
  readonly use?: UseMetadata;
  /**
   * The target size of a split in stored bytes; default 64 MiB. Small row groups are merged with their neighbors. Row groups above one and a half
   * times this size are cut at page boundaries, if all columns that are read have an offset index.
   */
  readonly targetBytes?: number;
  /** Opens the sources. Default: `resolveSource`, which opens paths and http or https URLs. */
  readonly resolve?: ResolveSource;
  /** The encodings for reading dictionaries, which can rule out row groups. Default: `standardEncodings`. */
  readonly encodings?: EncodingRegistry;
  /** The codecs for reading dictionaries. Default: `standardCodecs`. */
  readonly codecs?: CodecRegistry;
  readonly limits?: Limits;
  /** Opens encrypted files: `decryption({ keys })` from `@marquetry/encryption`. Workers also need the keys, because splits do not contain them. */
  readonly decryption?: FileDecryption | undefined;
  readonly signal?: AbortSignal;
  /** Called each time a source has been planned. Sources may be planned in any order. */
  readonly onProgress?: (done: { readonly sources: number; readonly of: number }) => void;
}

const optionNames: OptionNames<PlanSplitsOptions> = {
  ...{ columns: true, where: true, use: true, targetBytes: true, resolve: true, encodings: true, codecs: true },
  ...{ limits: true, decryption: true, signal: true, onProgress: true },
};

/** Maximum number of sources that are opened at the same time. */
const parallelSources = 8;

/**
 * Plans the splits of files, which must all have the same columns with the same types. Reads footers and, for `where`, page indexes, Bloom filters
 * and dictionaries. Equal files and options produce equal plans. A file may be listed several times.
 * @param uris Paths, or addresses that `resolve` supports. Relative paths become absolute.
 * @throws ParquetError INVALID_ARGUMENT if options or predicates do not fit the files, or the files have different columns; UNSUPPORTED for encrypted
 *   columns without `decryption`, for partition columns, which are only in the paths of files (see `columns`), and for servers that do not support byte ranges; errors from opening a file, with the name of the file.
 */
export async function planSplits(uris: readonly string[], options: PlanSplitsOptions = {}): Promise<SplitPlan> {
  requireKnownOptions('planSplits', options, optionNames);
  const { columns, targetBytes = 2 ** 26, use = {}, signal, onProgress } = options;
  if (!(Number.isSafeInteger(targetBytes) && targetBytes > 0)) {
    throw new ParquetError('INVALID_ARGUMENT', `\`targetBytes\` must be a positive whole number, got ${targetBytes}`);
  }
  if (uris.length === 0) throw new ParquetError('INVALID_ARGUMENT', '`uris` must name at least one file');
  const where = options.where === undefined ? undefined : whereAsJson(options.where);
  const unitOptions: UnitOptions = { columns, where, use, targetBytes, signal };
  const planned = new Array<PlannedFile>(uris.length);
  let sources = 0;
  await inParallel(uris, parallelSources, async (given, i) => {
    signal?.throwIfAborted();
    const uri = absoluteUri(given);
    try {
      planned[i] = await plannedFile(uri, options, unitOptions);
    } catch (error) {
      throw withPlace(error, { file: uri });
    }
    sources++;
    onProgress?.({ sources, of: uris.length });
  });
  const [first] = planned;
  if (first === undefined) throw new ParquetError('INVALID_ARGUMENT', '`uris` must name at least one file');
  for (const { from } of planned) requireSameColumns(first.from, from);
  const groups = grouped(
    planned.flatMap(({ units }) => units),
    targetBytes,
  );
  // A plan without rows has one split, so that an output with the schema is written.
  const bodies = (groups.length === 0 ? [[]] : groups).map((units) => bodyOf(first.from, units, where));
  const id = contentId(bodies.map(contentId));
  const splits = bodies.map((body, index): Split => {
    const rest = { ...body, plan: { id, splits: bodies.length, index } };
    return { id: contentId(rest), ...rest };
  });
  return { id, splits };
}

/** A file and its units of work (row groups or parts of them). */
interface PlannedFile {
  readonly from: FileToPlan;
  readonly units: readonly Unit[];
}

async function plannedFile(uri: string, options: PlanSplitsOptions, units: UnitOptions): Promise<PlannedFile> {
  const { encodings = standardEncodings, codecs = standardCodecs, limits = defaultLimits, signal } = options;
  const source = await (options.resolve ?? resolveSource)(uri, undefined, signal);
  try {
    if (source.about?.access === 'whole') {
      throw new ParquetError(
        'UNSUPPORTED',
        `splits read byte ranges, but this source does not support them: ${source.about.why}`,
      );
    }
    const reading = { encodings, codecs, limits, decryption: options.decryption };
    const file = await openFile(source, { ...reading, ...(signal !== undefined && { signal }) });
    const { byteLength, version } = source;
    requireNoPartitions(uri, file.schema, units.columns, units.where);
    const from = await fileToPlan({ uri, byteLength, ...(version !== undefined && { version }) }, file, units);
    return { from, units: await unitsOf(from, units) };
  } finally {
    await source.close?.().catch(() => undefined);
  }
}

function requireSameColumns(first: FileToPlan, other: FileToPlan): void {
  if (first === other) return;
  const columnsOf = ({ chosen }: FileToPlan): string =>
    canonicalJson(schemaElements(chosen.schema).map((element, i) => (i === 0 ? { ...element, name: '' } : element)));
  if (columnsOf(first) === columnsOf(other)) return;
  const what = `the columns differ from those of ${first.source.uri}: choose common columns with \`columns\``;
  throw new ParquetError('INVALID_ARGUMENT', what, { file: other.source.uri });
}

/**
 * Combines units of work (row groups or parts of them) into groups of up to the target size. The groups have about the
 * same size, because the last splits determine when all work is done: three groups of two units rather than groups of
 * three, two and one. Parts of the same row group stay separate.
 */
function grouped(units: readonly Unit[], targetBytes: number): Unit[][] {
  const total = units.reduce((sum, { bytes }) => sum + bytes, 0);
  const evenBytes = total / Math.max(1, Math.ceil(total / targetBytes));
  const groups: Unit[][] = [];
  /** Total size in bytes of the units in the last of `groups`. */
  let bytes = 0;
  /** Total size in bytes of the units in all `groups`. */
  let before = 0;
  for (const unit of units) {
    const last = groups.at(-1);
    const previous = last?.at(-1);
    const isNext = previous?.from !== unit.from || previous.rowGroup < unit.rowGroup;
    // A group ends where the sum of all groups is nearest to a multiple of `evenBytes`.
    const isEven = before + unit.bytes / 2 <= groups.length * evenBytes;
    if (last !== undefined && isNext && isEven && bytes + unit.bytes <= targetBytes) {
      last.push(unit);
      bytes += unit.bytes;
    } else {
      groups.push([unit]);
      bytes = unit.bytes;
    }
    before += unit.bytes;
  }
  return groups;
}

function bodyOf(first: FileToPlan, units: readonly Unit[], where: Where | undefined): Omit<Split, 'id' | 'plan'> {
  const byFile: { readonly from: FileToPlan; readonly units: Unit[] }[] = [];
  for (const unit of units) {
    const last = byFile.at(-1);
    if (last?.from === unit.from) last.units.push(unit);
    else byFile.push({ from: unit.from, units: [unit] });
  }
  const parts = byFile.length === 0 ? [partOf(first, [])] : byFile.map(({ from, units }) => partOf(from, units));
  const chunks = units.flatMap(({ from, rowGroup }) =>
    from.chosen.read.map((leaf) => from.file.chunk({ rowGroup, column: leaf }).metaData),
  );
  return {
    version: 1,
    parts,
    columns: first.chosen.output.map(({ path }) => formatPath(path)),
    ...(where !== undefined && { where }),
    needs: {
      ...needsOf(chunks),
      encrypted: units.some(({ from }) => from.isSealed) || (units.length === 0 && first.isSealed),
    },
    estimate: {
      rows: units.flatMap(({ rows }) => rows).reduce((sum, [from, to]) => sum + to - from, 0),
      bytes: parts.flatMap(({ ranges }) => ranges).reduce((sum, [, length]) => sum + length, 0),
    },
  };
}
