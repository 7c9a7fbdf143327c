/** Runs a small query of columns, a predicate and a range of rows, and shows its plan and its rows. */
import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { faultOf } from '../client.js';
import type { Fault, FileInfo, QueryCount, QueryStart } from '../protocol.js';
import { plan, worker } from '../state/app.js';
import { count, counted } from '../ui/format.js';
import { FaultNote, ProgressBar, Section } from '../ui/parts.js';
import { PlanPart } from './plan.js';
import { RowTable } from './row-table.js';

/** Number of top-level fields that are selected initially. */
const fieldsAtFirst = 30;

export function QueryView({ file }: { readonly file: FileInfo }): JSX.Element {
  const fields = file.schema.children.map(({ name }) => name);
  const chosen = useSignal<ReadonlySet<string>>(new Set(fields.slice(0, fieldsAtFirst)));
  const where = useSignal('');
  const from = useSignal('');
  const to = useSignal('');
  const started = useSignal<{ readonly query: QueryStart; readonly number: number } | undefined>(undefined);
  const counting = useSignal<QueryCount | undefined>(undefined);
  const fault = useSignal<Fault | undefined>(undefined);
  const running = useRef<AbortController | undefined>(undefined);
  const number = useRef(0);

  const run = async (): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    fault.value = undefined;
    counting.value = undefined;
    const { signal } = controller;
    try {
      const rows = rangeOf(from.value, to.value, file.rowCount);
      const columns = fields.filter((name) => chosen.value.has(name));
      const query = await worker().call('query', { columns, where: where.value, rows }, { signal });
      number.current++;
      started.value = { query, number: number.current };
      plan.value = query.plan;
      await worker().call(
        'count',
        {},
        {
          signal,
          onPart: (part) => {
            counting.value = part;
          },
        },
      );
    } catch (error) {
      const found = faultOf(error);
      if (!found.isAborted) fault.value = found;
    } finally {
      if (running.current === controller) running.current = undefined;
    }
  };
  useEffect(() => {
    void run();
    return () => {
      running.current?.abort();
      plan.value = undefined;
    };
  }, [file]);

  const { value: found } = counting;
  const isCounting = found !== undefined && !found.isFinal;
  return (
    <>
      <Section title="Query">
        <form
          class="query"
          onSubmit={(event) => {
            event.preventDefault();
            void run();
          }}
        >
          <label class="wide">
            Where
            <input
              type="text"
              spellcheck={false}
              placeholder={exampleOf(file)}
              value={where.value}
              onInput={(event) => {
                where.value = event.currentTarget.value;
              }}
            />
          </label>
          <RowField label="From row" placeholder="0" text={from} />
          <RowField label="To row" placeholder={String(file.rowCount)} text={to} />
          <details class="picker">
            <summary>
              {count(chosen.value.size)} of {counted(fields.length, 'column')}
            </summary>
            <div class="picker-list">
              {fields.slice(0, mostPicked).map((name) => (
                <label key={name}>
                  <input
                    type="checkbox"
                    checked={chosen.value.has(name)}
                    onChange={(event) => {
                      const next = new Set(chosen.value);
                      if (event.currentTarget.checked) next.add(name);
                      else next.delete(name);
                      chosen.value = next;
                    }}
                  />
                  {name}
                </label>
              ))}
            </div>
          </details>
          <button type="submit" class="primary" disabled={chosen.value.size === 0}>
            Run
          </button>
          {isCounting && (
            <button type="button" onClick={() => running.current?.abort()}>
              Stop
            </button>
          )}
        </form>
        {fault.value !== undefined && <FaultNote fault={fault.value} />}
        {isCounting && <ProgressBar progress={found.progress} label="Counting rows" />}
      </Section>
      {started.value !== undefined && (
        <>
          <Section title={found === undefined ? 'Rows' : `${counted(found.rows, 'row')}${isCounting ? ' so far' : ''}`}>
            <RowTable key={started.value.number} columns={started.value.query.columns} rowCount={found?.rows ?? 0} />
          </Section>
          <PlanPart plan={started.value.query.plan} file={file} />
        </>
      )}
    </>
  );
}

function RowField(props: {
  readonly label: string;
  readonly placeholder: string;
  readonly text: Signal<string>;
}): JSX.Element {
  const { text } = props;
  return (
    <label>
      {props.label}
      <input
        inputMode="numeric"
        size={10}
        placeholder={props.placeholder}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
    </label>
  );
}

/** Maximum number of the file's columns that are offered for selection. */
const mostPicked = 1000;

/**
 * Returns the range of rows that the user entered; undefined for all rows.
 * @throws Error if an entered text is not a non-negative whole number, or if the range ends before it starts.
 */
function rangeOf(from: string, to: string, rowCount: number): readonly [number, number] | undefined {
  if (from.trim() === '' && to.trim() === '') return undefined;
  const number = (text: string, otherwise: number): number => {
    if (text.trim() === '') return otherwise;
    const value = Number(text.replaceAll(/[,_\s]/g, ''));
    if (!Number.isSafeInteger(value) || value < 0)
      throw new Error(`row numbers must be non-negative integers, got ${text}`);
    return Math.min(value, rowCount);
  };
  const range = [number(from, 0), number(to, rowCount)] as const;
  if (range[0] > range[1]) throw new Error(`the first row, ${range[0]}, must not be after the last, ${range[1]}`);
  return range;
}

/** Returns an example of a predicate that fits this file. */
function exampleOf({ columns }: FileInfo): string {
  const number = columns.find(({ physicalType }) => /^(INT32|INT64|FLOAT|DOUBLE)$/.test(physicalType));
  return number === undefined ? 'column = 1' : `${number.path} > 100`;
}
