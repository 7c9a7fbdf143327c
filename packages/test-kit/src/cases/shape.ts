/** Conformance cases for the encoding object: its contract version, id, name and supported columns. */
import { describeColumnType, type Encoding, isParquetError } from '@marquetry/core';
import type { ConformanceCase } from '../conformance-case.js';
import { standardColumns } from '../sample-pages.js';
import { limits } from './open.js';

/** Throws unless a plug-in has a valid contract, id and name. */
export function checkIdentity({ contract, id, name }: Pick<Encoding, 'id' | 'name'> & { contract: number }): void {
  if (contract !== 1) throw new Error(`contract must be 1, got ${contract}`);
  if (id !== (id | 0)) throw new Error(`id must be an int32, got ${id}`);
  if (typeof name !== 'string' || name === '') throw new Error('name must be a non-empty string');
}

export function shapeCases(encoding: Encoding): ConformanceCase[] {
  return [
    {
      name: 'contract, id, name and usesDictionary are valid',
      run: () => {
        checkIdentity(encoding);
        if (typeof encoding.usesDictionary !== 'boolean') throw new Error('usesDictionary must be true or false');
      },
    },
    {
      name: 'unsupported columns throw a ParquetError',
      run: () => {
        for (const column of standardColumns) {
          const supported = encoding.supports(column);
          if (typeof supported !== 'boolean') throw new Error(`\`supports\` must return a boolean, got ${supported}`);
          if (supported) continue;
          const attempts = [
            () => encoding.decoder(new Uint8Array(64), { column, valueCount: 1, limits }).read(1),
            () => encoding.encoder?.(column),
          ];
          for (const attempt of encoding.encoder === undefined ? attempts.slice(0, 1) : attempts) {
            let gave = true;
            try {
              attempt();
            } catch (error) {
              if (!isParquetError(error)) throw error;
              gave = false;
            }
            if (gave)
              throw new Error(
                `a column of ${describeColumnType(column)} was accepted, although \`supports\` returns false for it`,
              );
          }
        }
      },
    },
  ];
}
