// Draws the charts of a report with Vega-Lite: one row of dots per workload. Each chart is one SVG file that suits
// light and dark pages.
import { parse, View } from 'vega';
import { compile } from 'vega-lite';
import { seriesOf } from './names.mjs';

const light = { paper: '#ffffff', ink: '#1f2328', faint: '#d1d9e0' };
const dark = { paper: '#0d1117', ink: '#e6edf3', faint: '#3d444d' };
/**
 * Colors that can be distinguished on light and dark backgrounds, and shapes for readers who cannot distinguish
 * colors.
 */
const series = [
  ['Marquetry, SIMD', '#d6336c', 'diamond'],
  ['Marquetry, JS', '#e8590c', 'circle'],
  ['parquet-wasm', '#3b82f6', 'square'],
  ['DuckDB', '#2f9e44', 'triangle-up'],
  ['DuckDB to JS', '#74a83a', 'triangle-down'],
  ['polars', '#9c5de0', 'cross'],
  ['hyparquet', '#868e96', 'triangle-right'],
  ['hyparquet-writer', '#868e96', 'triangle-right'],
];

/** Adds a title for screen readers, and lets browsers choose the colors by the page's color scheme. */
function finish(svg, title) {
  const rules = Object.entries(light).flatMap(([name, colour]) => [
    `[fill="${colour}"]{fill:${dark[name]}}`,
    `[stroke="${colour}"]{stroke:${dark[name]}}`,
  ]);
  return svg.replace(
    />/,
    `><title>${title}</title><style>@media (prefers-color-scheme: dark){${rules.join('')}}</style>`,
  );
}

const config = {
  background: light.paper,
  font: 'system-ui, sans-serif',
  view: { stroke: null },
  title: {
    color: light.ink,
    subtitleColor: light.ink,
    anchor: 'start',
    fontSize: 15,
    subtitleFontSize: 12,
    offset: 14,
  },
  axis: {
    labelColor: light.ink,
    titleColor: light.ink,
    gridColor: light.faint,
    domain: false,
    ticks: false,
    labelFontSize: 12,
    labelLimit: 460,
  },
  legend: { labelColor: light.ink, titleColor: light.ink, labelFontSize: 12, labelLimit: 300, symbolSize: 90 },
};

/**
 * Draws a dot for each measured value, and a tick for each floor (required value). `rows` contains
 * `{ row, id, value, floor }` objects, from the top of the chart to the bottom.
 */
function draw({ title, subtitle, axis, rows, line }) {
  const order = [...new Set(rows.map(({ row }) => row))];
  const present = new Set(rows.map(({ id }) => seriesOf(id)));
  const shown = series.filter(([name]) => present.has(name));
  const y = {
    field: 'row',
    type: 'nominal',
    sort: order,
    title: null,
    axis: { grid: true, labelPadding: 8 },
  };
  const x = {
    field: 'value',
    type: 'quantitative',
    scale: { type: 'log', nice: false, padding: 12 },
    title: axis,
    axis: { format: '~g', tickCount: 8 },
  };
  const scale = (index) => ({ domain: shown.map(([name]) => name), range: shown.map((one) => one[index]) });
  const encoding = {
    y,
    x,
    color: { field: 'series', type: 'nominal', scale: scale(1), legend: { title: null, orient: 'bottom', columns: 4 } },
    shape: { field: 'series', type: 'nominal', scale: scale(2) },
  };
  const floors = rows.filter(({ floor }) => floor !== undefined);
  const layer = [
    ...(line === undefined
      ? []
      : [
          {
            data: { values: [{ value: line }] },
            mark: { type: 'rule', color: light.ink, strokeDash: [4, 3] },
            encoding: { x: { field: 'value', type: 'quantitative' } },
          },
        ]),
    ...(floors.length === 0
      ? []
      : [
          {
            data: { values: floors.map(({ row, floor }) => ({ row, value: floor })) },
            mark: { type: 'tick', color: light.ink, thickness: 2, size: 16 },
            encoding: { y, x },
          },
        ]),
    { mark: { type: 'point', filled: true, size: 90, opacity: 0.95 }, encoding },
  ];
  const values = rows.map(({ row, id, value }) => ({ row, value, series: seriesOf(id) }));
  return compile({
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    title: { text: title, subtitle },
    width: 560,
    height: { step: 26 },
    padding: 14,
    data: { values },
    layer,
    config,
  }).spec;
}

async function svgOf(chart) {
  return finish(await new View(parse(draw(chart)), { renderer: 'none' }).toSVG(), chart.title);
}

/**
 * Returns the rows of a chart for one workload: one row per form in which Marquetry returns or takes data, such as
 * `rows` or `typed`, with the results of Marquetry in this form and of the other libraries. Includes only forms that
 * have a floor (a required speed), or the first form if none has one.
 */
function rowsOf({ title, kind, results, floors = [], reference }, pick) {
  const ids = Object.keys(results).filter((id) => results[id].error === undefined);
  const ours = ids.filter((id) => id.startsWith('marquetry:'));
  const forms = [...new Set(ours.map((id) => id.split(':')[1]))];
  const compared = forms.filter((form) => floors.some(({ of }) => of === form));
  const shown = compared.length > 0 ? compared : forms.slice(0, 1);
  return shown.flatMap((form) => {
    const isPlain = form === 'flat' || form === 'open' || (kind === 'write' && form === 'typed');
    const row = isPlain ? title : `${title}: ${form}`;
    const others = ids.filter((id) => !id.startsWith('marquetry:'));
    return [...ours.filter((id) => id.split(':')[1] === form), ...others].map((id) => ({
      row,
      id,
      value: pick(results[id], results[reference]),
      floor: floorOf(id, form, floors, reference),
    }));
  });
}

/**
 * Returns the minimum speed that Marquetry must reach with data in the given form (such as `rows`), relative to the
 * speed of the reference library.
 */
function floorOf(id, form, floors, reference) {
  const [library, , kernels] = id.split(':');
  if (library !== 'marquetry') return undefined;
  const found = floors.filter(({ of, to, by }) => of === form && to === reference && by === undefined);
  return (found.find((floor) => floor.kernels === kernels) ?? found.find((floor) => floor.kernels === 'best'))?.atLeast;
}

/** Returns the charts of a run by file name. Charts whose workloads were not measured are left out. */
export async function charts(measured, workloads) {
  const firstNode = measured[0]?.node;
  const known = new Map(workloads.map((workload) => [workload.name, workload]));
  const chosen = (kinds) =>
    measured
      .filter(({ kind, node, results }) => node === firstNode && kinds.includes(kind) && results !== undefined)
      .map((one) => ({
        ...one,
        floors: known.get(one.name)?.floors,
        reference: one.name === 'flights' ? 'parquet-wasm' : one.reference,
      }))
      .filter(
        ({ reference, results }) => reference?.startsWith('parquet-wasm') && results[reference]?.median !== undefined,
      );
  const ratio = (result, reference) => reference.median / result.median;
  const speed = (kinds) => chosen(kinds).flatMap((one) => rowsOf(one, ratio));
  const peak = chosen(['read'])
    .flatMap((one) => rowsOf({ ...one, floors: [] }, (result) => result.memory.peak / 1e6))
    .map(({ floor, ...row }) => row);
  const drawn = {
    'reading.svg': {
      title: 'Reading: speed compared with parquet-wasm',
      subtitle:
        'To the right of the dashed line: faster than parquet-wasm. Vertical ticks: the speed that Marquetry must reach.',
      axis: 'times the speed of parquet-wasm, warm, one thread',
      rows: speed(['read', 'open']),
      line: 1,
    },
    'writing.svg': {
      title: 'Writing with SNAPPY: speed compared with parquet-wasm',
      subtitle:
        'To the right of the dashed line: faster than parquet-wasm. Vertical ticks: the speed that Marquetry must reach.',
      axis: 'times the speed of parquet-wasm, warm, one thread',
      rows: speed(['write']),
      line: 1,
    },
    'memory.svg': {
      title: 'Reading: peak memory of the process',
      subtitle: 'After the first call, with the result still in memory. Further left is less.',
      axis: 'peak resident memory in MB',
      rows: peak,
    },
  };
  const files = {};
  for (const [name, chart] of Object.entries(drawn)) {
    if (chart.rows.length > 0) files[name] = await svgOf(chart);
  }
  return files;
}
