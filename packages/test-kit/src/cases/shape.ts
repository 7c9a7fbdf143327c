/**
 * The plug-in as an object, before it meets a page.
 */
import { type Encoding, isParquetError } from '@marquetry/core';
import type { ConformanceCase } from '../conformance-case.js';
import { standardColumns } from '../sample-pages.js';
import { limits } from './open.js';

/** Throws unless a plug-in has what a registry needs of it. */
export function checkIdentity({ contract, id, name }: Pick<Encoding, 'id' | 'name'> & { contract: number }): void {
  if (contract !== 1) throw new Error(`contract is ${contract}, not 1`);
  if (id !== (id | 0)) throw new Error(`the id ${id} is no int32`);
  if (typeof name !== 'string' || name === '') throw new Error('it has no name');
}

export function shapeCases(encoding: Encoding): ConformanceCase[] {
  return [
    {
      name: 'contract, id, name and usesDictionary are what registries expect',
      run: () => {
        checkIdentity(encoding);
        if (typeof encoding.usesDictionary !== 'boolean') throw new Error('usesDictionary is not true or false');
      },
    },
    {
      name: 'columns that it does not support are refused with a ParquetError',
      run: () => {
        for (const column of standardColumns) {
          const supported = encoding.supports(column);
          if (typeof supported !== 'boolean') throw new Error(`supports gave ${supported}`);
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
            if (gave) throw new Error(`a column of type ${column.type}, which it does not support, was taken`);
          }
        }
      },
    },
  ];
}
