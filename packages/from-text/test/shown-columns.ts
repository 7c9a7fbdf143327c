/** Converts typed columns to rows of JavaScript values. */
import type { DirectValues, Nulls, Values } from '@marquetry/core';
import type { WriteColumns } from '@marquetry/file';
import { describeType, formatPath, type Schema } from '@marquetry/schema';

export interface ShownColumns {
  readonly columns: readonly string[];
  rowsOf(columns: WriteColumns): unknown[][];
}

export function createShownColumns({ leaves }: Schema): ShownColumns {
  return {
    columns: leaves.map((leaf) => `${leaf.name} ${describeType(leaf)}`),
    rowsOf: (columns) => {
      const shown = leaves.map(({ path }) => shownColumn(columns[formatPath(path)] as Given));
      return (shown[0] ?? []).map((_, row) => shown.map((column) => column[row]));
    },
  };
}

type Given = Values | { readonly values: Values; readonly nulls: Nulls };

function shownColumn(given: Given): unknown[] {
  const values = 'layout' in given ? given : given.values;
  const nulls: Nulls = 'layout' in given ? { kind: 'none', nullCount: 0 } : given.nulls;
  const count = values.length + nulls.nullCount;
  let value = 0;
  return Array.from({ length: count }, (_, slot) => {
    if (nulls.kind === 'bitmap' && readBit(nulls.bits, slot) === 0) return null;
    return shownValue(values as DirectValues, value++);
  });
}

function shownValue(values: DirectValues, i: number): unknown {
  if (values.layout === 'bits') return readBit(values.data, i) === 1;
  if (values.layout === 'fixed') return values.data[i];
  return new TextDecoder().decode(values.data.subarray(values.offsets[i], values.offsets[i + 1]));
}

function readBit(bits: Uint8Array, i: number): number {
  return ((bits[i >> 3] as number) >> (i & 7)) & 1;
}
