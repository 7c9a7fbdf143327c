// Formats the tables of a report as Markdown.
import { nameOf } from './names.mjs';

/** Returns a Markdown table, or undefined if there are no rows. */
const table = (head, rows, isNumber = true) =>
  rows.length === 0
    ? undefined
    : [head, head.map((_, i) => (i === 0 || !isNumber ? '---' : '---:')), ...rows]
        .map((cells) => `| ${cells.join(' | ')} |`)
        .join('\n');

const readNames = [
  'lineitem',
  'few',
  'urls',
  'ints',
  'doubles',
  'nulls',
  'nested',
  'columns',
  'row-groups',
  'pages',
  'flights',
];
const ofFirstNode = (measured) => measured.filter(({ node }) => node === measured[0].node);
const round = (value, digits = 0) =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits });

/** Returns a sentence that names the size of the tables, the versions and the machine. */
export function machineLine({ machine, versions, isFull, clock }) {
  const { node, ...peers } = versions;
  const names = Object.entries(peers).map(([name, version]) => `${name} ${version}`);
  return (
    `${isFull ? 'Full-size tables' : 'Small tables'}, ${clock === 'wall' ? '' : 'processor time on a machine that was busy with other work, '}Node ${node.replace('v', '')}, ${names.join(', ')}, on ${machine.processors} ` +
    `processors (${machine.processor}, ${machine.system}) and ${round(machine.memory / 2 ** 30)} GiB of memory.`
  );
}

/**
 * Returns the text of an aim (a goal more ambitious than the floor). Adds the measured figure, unless the figure
 * measured for the floor is the same.
 */
export const aimText = ({ aim, aimValue, value }) =>
  aim === undefined || aimValue === value
    ? (aim ?? '')
    : `${aim} (${aimValue === undefined ? 'not measured' : `measured: ${aimValue}`})`;

export function floorsTable(floors) {
  const rows = floors.map((floor) => [
    floor.name,
    floor.node.replace('v', ''),
    floor.wanted,
    floor.value ?? '',
    floor.verdict === 'FAILED' ? '**FAILED**' : floor.verdict,
    aimText(floor),
  ]);
  return table(['figure', 'Node', 'floor', 'measured', 'result', 'aim'], rows, false);
}

const failure = 'error';
/** Returns a table with one row per workload and one column per reader. `cell` formats a result and its workload. */
function matrix(measured, cell, head = '') {
  const ids = [...new Set(measured.flatMap(({ results }) => Object.keys(results)))];
  const rank = (id) => (id.startsWith('marquetry') ? 0 : 1);
  ids.sort((a, b) => rank(a) - rank(b));
  const rows = measured.map((one) => [
    one.title,
    ...ids.map((id) => {
      const result = one.results[id];
      if (result === undefined) return '';
      return result.error === undefined ? cell(result, one) : failure;
    }),
  ]);
  return table([head, ...ids.map(nameOf)], rows);
}

const speed = (result, { plainBytes }) => round(plainBytes / result.median / 1000);

export function readingTable(measured) {
  const chosen = ofFirstNode(measured).filter(
    ({ kind, name }) => kind === 'read' && readNames.some((start) => name.startsWith(start)),
  );
  return matrix(chosen, speed, 'MB/s');
}

export function firstCallTable(measured) {
  const chosen = ofFirstNode(measured).filter(
    ({ kind, name }) => kind === 'read' && readNames.some((start) => name.startsWith(start)),
  );
  return matrix(chosen, ({ first }) => round(first), 'ms');
}

export function memoryTable(measured) {
  const chosen = ofFirstNode(measured).filter(({ kind }) => kind === 'read');
  return matrix(chosen, ({ memory }) => round(memory.peak / 1e6), 'MB');
}

/** Returns a Markdown table of the speeds in the named workloads. */
export function namedTable(measured, names) {
  return matrix(
    ofFirstNode(measured).filter(({ name }) => names.includes(name)),
    speed,
    'MB/s',
  );
}

export function openingTable(measured) {
  const [found] = ofFirstNode(measured).filter(({ kind }) => kind === 'open');
  if (found === undefined) return undefined;
  const rows = Object.entries(found.results).map(([id, { error, median, mean, afterCollection, first }]) =>
    error === undefined
      ? [nameOf(id), ...[median, mean, afterCollection.median, first].map((time) => round(time, 1))]
      : [nameOf(id), failure, '', '', ''],
  );
  return table(['ms', 'median of 100', 'mean', 'after a garbage collection', 'first call'], rows);
}

export function writingTable(measured) {
  const chosen = ofFirstNode(measured).filter(({ kind }) => kind === 'write');
  const cell = (result, one) => `${speed(result, one)} (${round(result.bytes / 1e6, 1)} MB)`;
  return matrix(chosen, cell, 'MB/s (file)');
}

export function startUpTable(measured) {
  const [found] = ofFirstNode(measured).filter(({ kind }) => kind === 'start-up');
  if (found === undefined) return undefined;
  const rows = Object.entries(found.above).map(([name, time]) => [`\`${name}\``, round(time)]);
  return table([`program (Node alone takes ${round(found.bare)} ms)`, 'ms more than Node alone'], rows);
}

/** Returns a Markdown table of the page-level cases, with one column per Node version. */
function casesTable(cases) {
  const found = [...new Set(cases.map(({ node }) => node))];
  const names = [...new Set(cases.map(({ group, name }) => `${group} | ${name}`))];
  const rows = names.map((name) => {
    const same = cases.filter((one) => `${one.group} | ${one.name}` === name);
    const ratios = found.map((node) => {
      const one = same.find((candidate) => candidate.node === node);
      if (one === undefined) return '';
      const ratio = `${round(one.hyparquet / one.marquetry, 1)}x`;
      return one.holds ? ratio : `**${ratio}**`;
    });
    const { floor } = same[0];
    return [name, ...ratios, floor === undefined ? '' : `${floor}x`];
  });
  return table(['group', 'case', ...found.map((node) => `Node ${node.replace('v', '')}`), 'floor'], rows, false);
}

/** Returns every table of a run, by the name of its start marker in docs/performance.md. */
export function tablesOf(run) {
  const { measured, floors, cases = [] } = run;
  const tables = { machine: machineLine(run) };
  if (cases.length > 0) tables.cases = casesTable(cases);
  if (measured.length === 0) return tables;
  return {
    ...tables,
    floors: floorsTable(floors),
    reading: readingTable(measured),
    first: firstCallTable(measured),
    values: namedTable(measured, ['js-strings', 'rows']),
    workers: namedTable(measured, ['workers']),
    opening: openingTable(measured),
    writing: writingTable(measured),
    memory: memoryTable(measured),
    'start-up': startUpTable(measured),
  };
}
