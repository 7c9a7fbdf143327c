/** Shows a histogram of a column's values, which are decoded when the user asks for it. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { faultOf } from '../client.js';
import type { ColumnInfo, Fault, Histogram, Progress } from '../protocol.js';
import { worker } from '../state/app.js';
import { count, counted, percent } from '../ui/format.js';
import { Bar, FaultNote, ProgressBar, Section } from '../ui/parts.js';

export function HistogramPart(props: {
  readonly column: ColumnInfo;
  readonly rowGroup: number | undefined;
  readonly rowGroups: number;
}): JSX.Element {
  const { column, rowGroup } = props;
  const result = useSignal<Histogram | undefined>(undefined);
  const progress = useSignal<Progress | undefined>(undefined);
  const fault = useSignal<Fault | undefined>(undefined);
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => {
    result.value = undefined;
    fault.value = undefined;
    return () => running.current?.abort();
  }, [column, rowGroup]);
  const start = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    fault.value = undefined;
    progress.value = { done: 0, of: undefined, unit: 'rows' };
    try {
      result.value = await worker().call(
        'histogram',
        { column: column.index, rowGroup },
        {
          signal: controller.signal,
          onPart: (part) => {
            progress.value = part;
          },
        },
      );
    } catch (error) {
      const found = faultOf(error);
      if (!found.isAborted) fault.value = found;
    } finally {
      progress.value = undefined;
    }
  };
  const where = rowGroup === undefined ? '' : ` of row group ${rowGroup}`;
  return (
    <Section
      title={`Values${where}`}
      tools={
        progress.value === undefined ? (
          <button type="button" onClick={() => void start()}>
            Decode and count
          </button>
        ) : (
          <button type="button" onClick={() => running.current?.abort()}>
            Stop
          </button>
        )
      }
    >
      {progress.value !== undefined && <ProgressBar progress={progress.value} label="Decoding" />}
      {fault.value !== undefined && <FaultNote fault={fault.value} />}
      {result.value === undefined ? (
        progress.value === undefined && <p class="quiet">The values are decoded when you ask for them.</p>
      ) : (
        <HistogramChart histogram={result.value} />
      )}
    </Section>
  );
}

function HistogramChart({ histogram }: { readonly histogram: Histogram }): JSX.Element {
  const { bars, kind, rows, nulls, others, min, max } = histogram;
  const most = bars.reduce((largest, bar) => Math.max(largest, bar.count), 1);
  const total = bars.reduce((sum, bar) => sum + bar.count, others);
  const about = [
    `${counted(rows, 'row')} decoded`,
    `${count(nulls)} null`,
    ...(others > 0 ? [`${count(others)} ${kind === 'ranges' ? 'not finite' : 'other values'}`] : []),
  ].join(', ');
  if (kind === 'frequent values') {
    return (
      <>
        <ul class="bars" aria-label="Most frequent values">
          {bars.map((bar) => (
            <li key={bar.label}>
              <span class="value">{bar.label === '' ? '(empty)' : bar.label}</span>
              <Bar share={bar.count / most} />
              <span class="number">
                {count(bar.count)} <span class="quiet">{percent(bar.count / total)}</span>
              </span>
            </li>
          ))}
        </ul>
        <p class="quiet">{about}</p>
      </>
    );
  }
  const width = 100 / Math.max(1, bars.length);
  return (
    <figure class="histogram">
      <svg viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label={`Histogram from ${min} to ${max}`}>
        {bars.map((bar, i) => {
          const height = (38 * bar.count) / most;
          return (
            <rect key={bar.label} x={i * width} y={40 - height} width={width * 0.92} height={height}>
              <title>{`${bar.label}: ${count(bar.count)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption>
        <span>{min}</span>
        <span class="quiet">{about}</span>
        <span>{max}</span>
      </figcaption>
    </figure>
  );
}
