/** Checks the contract number of plug-ins, which changes only with a breaking change of their interface. */
import { ParquetError } from './errors.js';

/** The members that every plug-in (encoding, codec or kernels) has. */
export interface PlugIn {
  readonly contract: number;
  readonly name: string;
  /** The id that is stored in files. Kernels do not have an id. */
  readonly id?: number;
}

/**
 * Rejects a plug-in written for another contract. `kind` names it in the message, e.g. `encoding`. Registries call this
 * function, and so does every function that takes kernels.
 * @throws ParquetError INVALID_ARGUMENT, naming the plug-in and both numbers.
 */
export function requireContract(kind: string, { contract, name, id }: PlugIn): void {
  if (contract === 1) return;
  const what = id === undefined ? `${kind} ${name}` : `${kind} ${name} (${id})`;
  throw new ParquetError(
    'INVALID_ARGUMENT',
    `${what} implements contract ${contract}; this version of @marquetry/core knows contract 1`,
  );
}
