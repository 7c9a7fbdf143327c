/**
 * Parses a split from its JSON form.
 */
import type { Where } from '@marquetry/file';
import { checkerOf, parseLine } from './check-json.js';
import { contentId } from './json.js';
import { mostRequestBytes } from './plan/fetch-ranges.js';
import type { PlaceInPlan, Split, SplitPart } from './split.js';

const check = checkerOf('the split is not valid');

/** Maximum number of splits in a plan. */
export const mostSplits = 10_000_000;

/**
 * Returns a split from its JSON text, or from the object that `JSON.parse` returned. Every member is checked, and the
 * id must be the hash of the other members. The footers are checked when the split is executed.
 * @throws ParquetError INVALID_ARGUMENT, naming the first invalid member.
 */
export function parseSplit(given: unknown): Split {
  const from = check.object(typeof given === 'string' ? parseLine(given, 'the split') : given, '');
  if (from['version'] !== 1) {
    throw check.fail(
      '`version` must be 1: plan again with the @marquetry/splits version that executes the splits',
      from['version'],
    );
  }
  const id = check.hash(from['id'], 'id');
  const needs = check.object(from['needs'], 'needs');
  const estimate = check.object(from['estimate'], 'estimate');
  const ids = (value: unknown, path: string): number[] =>
    check.array(value, path).map((each) => check.count(each, path));
  if (typeof needs['encrypted'] !== 'boolean')
    throw check.fail('`needs.encrypted` must be true or false', needs['encrypted']);
  const parts = check.array(from['parts'], 'parts').map(partOf);
  const bytes = check.count(estimate['bytes'], 'estimate.bytes');
  const planned = parts.flatMap(({ ranges }) => ranges).reduce((sum, [, length]) => sum + length, 0);
  if (bytes !== planned) throw check.fail(`\`estimate.bytes\` must be ${planned}, the bytes of all ranges`, bytes);
  const where = from['where'];
  const split: Split = {
    version: 1,
    id,
    parts,
    columns: check.array(from['columns'], 'columns').map((column) => check.text(column, 'columns')),
    ...(where !== undefined && { where: check.object(where, 'where') as Where }),
    needs: {
      encodings: ids(needs['encodings'], 'needs.encodings'),
      codecs: ids(needs['codecs'], 'needs.codecs'),
      encrypted: needs['encrypted'],
    },
    estimate: { rows: check.count(estimate['rows'], 'estimate.rows'), bytes },
    plan: placeOf(from['plan'], check),
  };
  const { id: _, ...rest } = split;
  const expected = contentId(rest);
  if (id !== expected) throw check.fail(`\`id\` must be ${expected}, the SHA-256 of the other members`, id);
  return split;
}

/**
 * Returns the position of a split in its plan, after checking it.
 * @throws ParquetError INVALID_ARGUMENT if it is not valid.
 */
export function placeOf(value: unknown, from: ReturnType<typeof checkerOf>): PlaceInPlan {
  const plan = from.object(value, 'plan');
  const splits = from.count(plan['splits'], 'plan.splits');
  const index = from.count(plan['index'], 'plan.index');
  if (splits > mostSplits) throw from.fail(`\`plan.splits\` must be at most ${mostSplits}`, splits);
  if (index >= splits) throw from.fail(`\`plan.index\` must be below \`plan.splits\` (${splits})`, index);
  return { id: from.hash(plan['id'], 'plan.id'), splits, index };
}

function partOf(value: unknown, i: number): SplitPart {
  const at = `parts[${i}]`;
  const part = check.object(value, at);
  const from = check.object(part['source'], `${at}.source`);
  const byteLength = check.count(from['byteLength'], `${at}.source.byteLength`);
  const version = from['version'];
  const source = {
    uri: check.text(from['uri'], `${at}.source.uri`),
    byteLength,
    ...(version !== undefined && { version: check.text(version, `${at}.source.version`) }),
  };
  const rows = check.pairs(part['rows'], `${at}.rows`);
  const ranges = check.pairs(part['ranges'], `${at}.ranges`);
  requireAscending(rows, `${at}.rows`, Number.MAX_SAFE_INTEGER);
  requireAscending(
    ranges.map(([offset, length]) => [offset, offset + length]),
    `${at}.ranges`,
    byteLength,
  );
  for (const [offset, length] of ranges) {
    if (length > mostRequestBytes) {
      throw check.fail(`a range in \`${at}.ranges\` must have at most ${mostRequestBytes} bytes`, [offset, length]);
    }
  }
  return {
    source,
    ...(part['footer'] !== undefined && { footer: check.text(part['footer'], `${at}.footer`) }),
    rowGroups: check.array(part['rowGroups'], `${at}.rowGroups`).map((each) => check.count(each, `${at}.rowGroups`)),
    rows,
    ranges,
  };
}

function requireAscending(ranges: readonly (readonly [number, number])[], path: string, most: number): void {
  let end = 0;
  for (const [from, to] of ranges) {
    if (from < end || to <= from)
      throw check.fail(`\`${path}\` must be a list of non-empty ranges in ascending order`, [from, to]);
    if (to > most) throw check.fail(`a range in \`${path}\` must not end after ${most}`, [from, to]);
    end = to;
  }
}
