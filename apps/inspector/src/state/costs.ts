/** The results of comparing encodings: the size of each column with every encoding and codec that was measured. */
import type { BestCost, EncodingCost, RefusedCost } from '@marquetry/inspect/costs';
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { faultOf } from '../client.js';
import type { Choice, Fault, Progress } from '../protocol.js';
import { info, worker } from './app.js';

export interface ColumnCosts {
  /** The combinations of encoding and codec measured so far. */
  readonly costs: readonly EncodingCost[];
  /** The encodings and codecs that could not be measured, and why. */
  readonly refused: readonly RefusedCost[];
  /** The best combination of encoding and codec; undefined until all have been measured. */
  readonly best: BestCost | undefined;
  readonly fault: Fault | undefined;
}

const nothingMeasured: ColumnCosts = { costs: [], refused: [], best: undefined, fault: undefined };

/** The measured sizes of each column, by the index of the column. */
export const costs: Signal<ReadonlyMap<number, ColumnCosts>> = signal(new Map());
/** The columns that are being measured; undefined if none are. */
export const measuring: Signal<
  { readonly columns: readonly number[]; readonly done: number; readonly progress: Progress | undefined } | undefined
> = signal(undefined);
/** The encodings and codecs that the user chose, by column. */
export const choices: Signal<ReadonlyMap<number, Choice>> = signal(new Map());
export const measureFault: Signal<Fault | undefined> = signal(undefined);

/** Bytes that the chosen encodings save in the whole file. Choices that were not measured count as 0. */
export const savedBytes: ReadonlySignal<number> = computed(() => {
  let saved = 0;
  for (const [column, { encoding, codec }] of choices.value) {
    const cost = costs.value
      .get(column)
      ?.costs.find((candidate) => candidate.encoding.id === encoding && candidate.codec.id === codec);
    const stored = info.value?.columns[column]?.storedBytes ?? 0;
    if (cost !== undefined) saved += stored * (1 - cost.ratio);
  }
  return saved;
});

let running: AbortController | undefined;

/**
 * Measures the size of columns with every encoding and codec, and publishes each result as soon as it is known. Cancels
 * a running measurement.
 */
export async function measure(columns: readonly number[], { speed = true } = {}): Promise<void> {
  running?.abort();
  const controller = new AbortController();
  running = controller;
  measureFault.value = undefined;
  measuring.value = { columns, done: 0, progress: undefined };
  const change = (column: number, update: (before: ColumnCosts) => ColumnCosts): void => {
    const before = costs.value.get(column) ?? nothingMeasured;
    costs.value = new Map(costs.value).set(column, update(before));
  };
  for (const column of columns) change(column, () => nothingMeasured);
  try {
    await worker().call(
      'costs',
      { columns, speed },
      {
        signal: controller.signal,
        onPart: (part) => {
          const now = measuring.value;
          if (part.kind === 'progress') {
            if (now !== undefined) measuring.value = { ...now, progress: part.progress };
          } else if (part.kind === 'cost') {
            const { cost } = part;
            change(part.column, (before) => withCost(before, cost));
          } else {
            const result = part.kind === 'fault' ? { fault: part.fault } : { best: part.best };
            change(part.column, (before) => ({ ...before, ...result }));
            if (now !== undefined) measuring.value = { ...now, done: now.done + 1, progress: undefined };
          }
        },
      },
    );
  } catch (error) {
    const fault = faultOf(error);
    if (!fault.isAborted) measureFault.value = fault;
  } finally {
    if (running === controller) measuring.value = undefined;
  }
}

export function stopMeasuring(): void {
  running?.abort();
  measuring.value = undefined;
}

/** Adds a result to those of a column. A size replaces an earlier one for the same encoding and codec. */
function withCost(before: ColumnCosts, cost: EncodingCost | RefusedCost): ColumnCosts {
  if ('refused' in cost) return { ...before, refused: [...before.refused, cost] };
  const isOther = ({ encoding, codec }: EncodingCost): boolean =>
    encoding.id !== cost.encoding.id || codec.id !== cost.codec.id;
  return { ...before, costs: [...before.costs.filter(isOther), cost] };
}

/** Chooses an encoding and codec for a column, or removes the choice. */
export function choose(column: number, cost: EncodingCost | undefined): void {
  const next = new Map(choices.value);
  if (cost === undefined) next.delete(column);
  else next.set(column, { column, encoding: cost.encoding.id, codec: cost.codec.id });
  choices.value = next;
}

/** Removes the results of the previous file. */
export function resetCosts(): void {
  running?.abort();
  costs.value = new Map();
  choices.value = new Map();
  measuring.value = undefined;
  measureFault.value = undefined;
}
