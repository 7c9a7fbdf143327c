/** Shows the size and decode speed of a column with every encoding and codec, and lets the user choose one of each. */

import type { EncodingCost } from '@marquetry/inspect/costs';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ColumnInfo, FileInfo } from '../protocol.js';
import { choices, choose, costs, measure, measureFault, measuring, stopMeasuring } from '../state/costs.js';
import { bytes, count, percent } from '../ui/format.js';
import { Bar, FaultNote, ProgressBar, Section } from '../ui/parts.js';
import { Rewrite } from './rewrite.js';

export function Encodings({ file, column }: { readonly file: FileInfo; readonly column: ColumnInfo }): JSX.Element {
  const showsAll = useSignal(false);
  const result = costs.value.get(column.index);
  const isRunning = measuring.value?.columns.includes(column.index) === true;
  const measured = [...(result?.costs ?? [])].sort((a, b) => a.size - b.size);
  const refused = result?.refused ?? [];
  const best = result?.best?.cost;
  const [first] = measured;
  const largest = Math.max(first?.presentSize ?? 0, ...measured.map(({ size }) => size), 1);
  const fastest = Math.max(1, ...measured.map(({ decodeMegabytesPerSecond: speed }) => speed ?? 0));
  const shown = showsAll.value ? measured : measured.slice(0, 12);
  return (
    <Section
      title="Other encodings"
      tools={
        isRunning ? (
          <button type="button" onClick={stopMeasuring}>
            Stop
          </button>
        ) : (
          <button type="button" class="primary" onClick={() => void measure([column.index])}>
            Try every encoding
          </button>
        )
      }
    >
      {isRunning && <ProgressBar progress={measuring.value?.progress} label="Encoding and decoding" />}
      {measureFault.value !== undefined && <FaultNote fault={measureFault.value} />}
      {result?.fault !== undefined && <FaultNote fault={result.fault} />}
      {measured.length === 0 && !isRunning && (
        <p class="quiet">
          This encodes the values of the column with every encoding and codec, in your browser, and decodes them to
          measure the speed.
        </p>
      )}
      {result?.best !== undefined && first !== undefined && (
        <p class="advice-line">
          <strong>{result.best.reason}</strong>
          {first.rows < file.rowCount && (
            <span class="quiet">
              {' '}
              Measured on {count(first.rows)} of {count(file.rowCount)} rows.
            </span>
          )}
          <span class="quiet">
            {' '}
            Among the combinations at most 10 % larger than the smallest, the fastest to decode is proposed
            {measured.some(({ encoding }) => encoding.preview) &&
              ', except preview encodings, whose layout may still change'}
            .
          </span>
        </p>
      )}
      {measured.length > 0 && (
        <fieldset class="cost-list">
          <legend class="hidden">Encoding and codec for the rewritten file</legend>
          <table class="costs">
            <thead>
              <tr>
                <th scope="col">Encoding</th>
                <th scope="col">Codec</th>
                <th scope="col" class="bar-column">
                  Size
                </th>
                <th scope="col" class="number">
                  Of present
                </th>
                <th scope="col" class="speed-column">
                  Decode speed
                </th>
              </tr>
            </thead>
            <tbody>
              <tr class="present">
                <th scope="row" colSpan={2}>
                  <label>
                    <input
                      type="radio"
                      name="encoding"
                      checked={!choices.value.has(column.index)}
                      onChange={() => choose(column.index, undefined)}
                    />
                    as it is
                  </label>
                </th>
                <td>
                  <span class="with-bar">
                    <Bar share={(first?.presentSize ?? 0) / largest} kind="present" />
                    <span class="number size-text">{bytes(first?.presentSize ?? 0)}</span>
                  </span>
                </td>
                <td class="number">100 %</td>
                <td />
              </tr>
              {shown.map((cost) => (
                <CostRow
                  key={`${cost.encoding.id} ${cost.codec.id}`}
                  cost={cost}
                  column={column}
                  largest={largest}
                  fastest={fastest}
                  isBest={cost.encoding.id === best?.encoding.id && cost.codec.id === best.codec.id}
                />
              ))}
            </tbody>
          </table>
        </fieldset>
      )}
      {measured.length > shown.length && (
        <button
          type="button"
          class="link"
          onClick={() => {
            showsAll.value = true;
          }}
        >
          Show all {count(measured.length)} combinations
        </button>
      )}
      {refused.length > 0 && (
        <details>
          <summary>{count(refused.length)} encodings and codecs that cannot be written here</summary>
          <ul class="refused">
            {refused.map((cost) => (
              <li key={`${cost.encoding?.id} ${cost.codec?.id}`}>{cost.refused}</li>
            ))}
          </ul>
        </details>
      )}
      <Rewrite file={file} />
    </Section>
  );
}

function CostRow(props: {
  readonly cost: EncodingCost;
  readonly column: ColumnInfo;
  readonly largest: number;
  readonly fastest: number;
  readonly isBest: boolean;
}): JSX.Element {
  const { cost, column, largest, fastest, isBest } = props;
  const { encoding, codec, size, ratio, decodeMegabytesPerSecond: speed } = cost;
  const chosen = choices.value.get(column.index);
  return (
    <tr class={isBest ? 'best' : ''}>
      <th scope="row">
        <label>
          <input
            type="radio"
            name="encoding"
            checked={chosen?.encoding === encoding.id && chosen.codec === codec.id}
            onChange={() => choose(column.index, cost)}
          />
          {encoding.name}
          {encoding.preview && <span class="tag">preview</span>}
        </label>
      </th>
      <td>{codec.name}</td>
      <td>
        <span class="with-bar">
          <Bar share={size / largest} kind={isBest ? 'best' : ''} />
          <span class="number size-text">{bytes(size)}</span>
        </span>
      </td>
      <td class="number">{percent(ratio)}</td>
      <td>
        {speed === null ? (
          <span class="quiet">not measured</span>
        ) : (
          <span class="with-bar">
            <Bar share={speed / fastest} kind="speed" />
            <span class="number speed-text">{count(Math.round(speed))} MB/s</span>
          </span>
        )}
      </td>
    </tr>
  );
}
