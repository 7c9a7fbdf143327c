import fc, { type IAsyncProperty, type IProperty, type Parameters } from 'fast-check';

// Replaces fast-check in the tests of mutants. A property runs at most a hundred times, always with the same seed, so that scores can be
// repeated. If a property fails, the mutant is detected, so fast-check does not search for a smaller example.
function assert<Ts>(property: IProperty<Ts> | IAsyncProperty<Ts>, parameters: Parameters<Ts> = {}): unknown {
  const numRuns = Math.min(parameters.numRuns ?? 100, 100);
  return fc.assert(property, { seed: 20_240_601, ...parameters, numRuns, endOnFailure: true });
}

// biome-ignore lint/style/noDefaultExport: tests import the default export of fast-check
export default { ...fc, assert };
