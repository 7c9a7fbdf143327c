/** Checks the `contract` member of plug-ins, which is the version of the plug-in interface that they implement. */
import { ParquetError } from './errors.js';

/** The members that every plug-in (encoding, codec or kernels) has. */
export interface PlugIn {
  readonly contract: number;
  readonly name: string;
  /** The id that is stored in files. Kernels do not have an id. */
  readonly id?: number;
}

/**
 * Throws if a plug-in was written for another version of the interface. `kind` names the kind of plug-in in the error,
 * for example `encoding`. Called by registries, and by every function that takes kernels.
 * @throws ParquetError INVALID_ARGUMENT that names the plug-in and both version numbers.
 */
export function requireContract(kind: string, { contract, name, id }: PlugIn): void {
  if (contract === 1) return;
  const what = id === undefined ? `${kind} ${name}` : `${kind} ${name} (${id})`;
  throw new ParquetError(
    'INVALID_ARGUMENT',
    `${what} implements contract ${contract}; this @marquetry/core requires contract 1`,
  );
}
