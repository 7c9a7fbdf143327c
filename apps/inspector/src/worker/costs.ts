/** Measures the size of columns with every encoding and codec. */
import { isParquetError } from '@marquetry/core';
import { bestCost, compareEncodings, type EncodingCost, type RefusedCost } from '@marquetry/inspect/costs';
import { faultOf } from './fault-of.js';
import type { Handler } from './handler.js';
import { leafAt } from './names.js';
import type { CurrentSession } from './session.js';

export function costsOf(current: CurrentSession): Handler<'costs'> {
  return async ({ columns, speed }, { signal, part }) => {
    const session = current();
    const { file, encodings, codecs } = session;
    for (const column of columns) {
      try {
        const onProgress = (done: number, of: number): void =>
          part({ kind: 'progress', progress: { done, of, unit: 'combinations' } });
        const costs = compareEncodings(file, leafAt(session, column), { encodings, codecs, speed, signal, onProgress });
        const measured: (EncodingCost | RefusedCost)[] = [];
        for await (const cost of costs) {
          part({ kind: 'cost', column, cost });
          measured.push(cost);
        }
        part({ kind: 'done', column, best: bestCost(measured) });
      } catch (error) {
        if (!isParquetError(error)) throw error;
        part({ kind: 'fault', column, fault: faultOf(error, signal) });
      }
    }
    return null;
  };
}
