/** Small components that several views use. */
import type { ComponentChildren, JSX } from 'preact';
import type { Fault, Progress } from '../protocol.js';
import { bytes, count, percent } from './format.js';
import { warnIcon } from './icons.js';

/** An error message, shown where the error occurred. */
export function FaultNote({ fault, title }: { readonly fault: Fault | string; readonly title?: string }): JSX.Element {
  const { code, message } = typeof fault === 'string' ? { code: undefined, message: fault } : fault;
  return (
    <div class="fault" role="alert">
      {warnIcon}
      <p>
        {title !== undefined && <strong>{title} </strong>}
        {message}
        {code !== undefined && <code class="fault-code">{code}</code>}
      </p>
    </div>
  );
}

export function ProgressBar({
  progress,
  label,
}: {
  readonly progress: Progress | undefined;
  readonly label: string;
}): JSX.Element {
  const { done = 0, of, unit = 'rows' } = progress ?? {};
  const text = (value: number): string => (unit === 'bytes' ? bytes(value) : count(value));
  const what = of === undefined ? text(done) : `${text(done)} of ${text(of)}`;
  return (
    <div class="progress">
      <progress aria-label={label} {...(of === undefined ? {} : { value: done, max: Math.max(1, of) })} />
      <span class="quiet">
        {label}
        {progress !== undefined && `: ${what}${unit === 'bytes' ? ' read' : ` ${unit}`}`}
      </span>
    </div>
  );
}

/** A term and its value. */
export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A bar whose length is `share`, from 0 to 1. If `kept` is given, that share of the bar is drawn darker. */
export function Bar({
  share,
  kept,
  kind = '',
}: {
  readonly share: number;
  readonly kept?: number | undefined;
  readonly kind?: string;
}): JSX.Element {
  const width = (part: number): string => `${Math.max(0, Math.min(100, 100 * part))}%`;
  return (
    <span class={`bar ${kind}`} title={percent(share)} aria-hidden="true">
      <span style={{ width: width(share) }}>{kept !== undefined && <i style={{ width: width(kept) }} />}</span>
    </span>
  );
}

/** A section with a heading, and controls next to the heading. */
export function Section(props: {
  readonly title: string;
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <section class="section">
      <header class="section-head">
        <h2>{props.title}</h2>
        <div class="tools">{props.tools}</div>
      </header>
      {props.children}
    </section>
  );
}

/** The header row of a table. The columns in `numbers` are right-aligned. */
export function TableHead({
  names,
  numbers,
}: {
  readonly names: readonly string[];
  readonly numbers: readonly string[];
}): JSX.Element {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col" class={numbers.includes(name) ? 'number' : ''}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
