// Checks the floors: minimum speeds relative to other libraries (peers), and maximum memory and start-up times. Each
// limit is compared with a figure from the same run.
import { nameOf } from './report/names.mjs';

const megabyte = 1e6;
const times = (value) => `${value.toFixed(2)}x`;
const megabytes = (value) => `${value.toFixed(0)} MB`;
const milliseconds = (value) => `${value.toFixed(0)} ms`;

/** Maximum peak memory in MB, excluding Node itself, the file and the result. */
const memoryFloor = { floor: 100, aim: 48 };
const startUpFloors = {
  "import 'marquetry'": { floor: 40, aim: 25 },
  'marquetry schema FILE': { floor: 60, aim: 40 },
};

/** Functions that return one figure of a result, which is compared with its floor (the required value). */
const measures = {
  median: (result) => result.median,
  mean: (result) => result.mean,
  afterCollection: (result) => result.afterCollection.median,
  bytes: (result) => result.bytes,
  peak: (result) => result.memory.peak,
};
const measureNames = {
  median: '',
  mean: ', mean time',
  afterCollection: ', after a garbage collection',
  bytes: ', size of the file',
  peak: ', peak memory',
};

/** Returns the id of a result, such as `parquet-wasm`, `duckdb:chunks` or `marquetry:flat:js`. */
export const idOf = (library, form, kernels) => [library, form, kernels].filter(Boolean).join(':');

/**
 * Returns the id of the result that a floor (a required speed) is relative to: Marquetry with another form of the
 * result, or another library.
 */
const otherOf = ({ to, toOwn }, kernels, library) => (toOwn === undefined ? to : idOf(library, toOwn, kernels));

/** Returns the set of kernels for which a floor (a required speed) holds. `best` is the fastest available set. */
const kernelsOf = ({ kernels }, sets) => (kernels === 'best' ? sets.at(-1) : kernels);

function speedFloor(workload, floor, results, sets) {
  const kernels = kernelsOf(floor, sets);
  const { of, by = 'median' } = floor;
  const library = workload.library ?? 'marquetry';
  const to = otherOf(floor, kernels, library);
  const base = { name: `${workload.title}: ${nameOf(idOf(library, of, kernels))}${measureNames[by]}` };
  const wanted =
    floor.atLeast === undefined
      ? `at most ${times(floor.atMost)} that of ${nameOf(to)}`
      : `at least ${times(floor.atLeast)} the speed of ${nameOf(to)}`;
  if (!sets.includes(kernels)) return { ...base, wanted, verdict: 'skipped: @marquetry/simd is not built' };
  const ours = results.get(idOf(library, of, kernels));
  const theirs = results.get(to);
  for (const [who, result] of [
    [base.name, ours],
    [nameOf(to), theirs],
  ]) {
    if (result === undefined) return { ...base, wanted, verdict: `skipped: ${who} was not measured` };
    if (result.error !== undefined)
      return { ...base, wanted, verdict: 'FAILED', value: `error: ${result.error.split('\n')[0]}` };
  }
  const measure = measures[by];
  const isSize = floor.atMost !== undefined;
  const ratio = isSize ? measure(ours) / measure(theirs) : measure(theirs) / measure(ours);
  const holds = isSize ? ratio <= floor.atMost : ratio >= floor.atLeast;
  return { ...base, wanted, value: times(ratio), verdict: holds ? 'held' : 'FAILED' };
}

function aimOf({ aim, library = 'marquetry' }, floor, results, sets) {
  if (aim === undefined || aim.of !== floor.of || floor.atMost !== undefined) return {};
  const kernels = kernelsOf(floor, sets);
  const to = otherOf(aim, kernels, library);
  const ours = results.get(idOf(library, aim.of, kernels));
  const theirs = results.get(to);
  const wanted = `at least ${times(aim.atLeast)} the speed of ${nameOf(to)}`;
  if (ours?.median === undefined || theirs?.median === undefined) return { aim: wanted };
  const measure = measures[floor.by ?? 'median'];
  return { aim: wanted, aimValue: times(measure(theirs) / measure(ours)) };
}

/**
 * Returns the verdict on each floor (required value) of a workload. For every Node version except the first, only the
 * JavaScript kernels have floors.
 */
export function speedFloors(workload, results, { sets, isFirstNode, node }) {
  const found = [];
  for (const floor of workload.floors ?? []) {
    if (!isFirstNode && floor.kernels !== 'js') continue;
    found.push({ node, ...speedFloor(workload, floor, results, sets), ...aimOf(workload, floor, results, sets) });
  }
  return found;
}

/**
 * Returns the verdicts on peak memory: one per form of the result that consists of typed arrays. The peak is that of
 * the first read.
 */
export function memoryFloors(workload, results, { sets, node, bare, fileBytes }) {
  if (workload.kind !== 'read') return [];
  return workload.forms.flatMap((form) => {
    const result = results.get(idOf('marquetry', form, sets.at(-1)));
    if (result?.memory?.output === undefined) return [];
    const value = (result.memory.peak - bare - fileBytes - result.memory.output) / megabyte;
    return {
      node,
      name: `${workload.title}: ${nameOf(idOf('marquetry', form, sets.at(-1)))}, peak memory, excluding Node itself, the file and the result`,
      wanted: `at most ${megabytes(memoryFloor.floor)}`,
      value: megabytes(value),
      verdict: value <= memoryFloor.floor ? 'held' : 'FAILED',
      aim: `at most ${megabytes(memoryFloor.aim)}`,
      aimValue: megabytes(value),
    };
  });
}

export function startUpFloorsOf({ above }, node) {
  return Object.entries(startUpFloors).map(([name, { floor, aim }]) => ({
    node,
    name: `${name}, time excluding Node start-up`,
    wanted: `at most ${milliseconds(floor)}`,
    value: milliseconds(above[name]),
    verdict: above[name] <= floor ? 'held' : 'FAILED',
    aim: `at most ${milliseconds(aim)}`,
    aimValue: milliseconds(above[name]),
  }));
}
