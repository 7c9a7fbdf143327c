import fc, { type IAsyncProperty, type IProperty, type Parameters } from 'fast-check';

// fast-check as the tests of mutants see it. A property runs a hundred times at most, always with the same seed, so that
// scores can be repeated; one that fails has noticed the mutant, so no smaller example is searched.
function assert<Ts>(property: IProperty<Ts> | IAsyncProperty<Ts>, parameters: Parameters<Ts> = {}): unknown {
  const numRuns = Math.min(parameters.numRuns ?? 100, 100);
  return fc.assert(property, { seed: 20_240_601, ...parameters, numRuns, endOnFailure: true });
}

// biome-ignore lint/style/noDefaultExport: tests import fast-check so
export default { ...fc, assert };
