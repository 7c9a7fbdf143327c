import { alp } from '@marquetry/alp';
import { conformance } from '@marquetry/test-kit';
import { fullOr } from '@marquetry/test-support/full.js';
import { someCases } from '@marquetry/test-support/some-cases.js';
import { describe, test } from 'vitest';

const allSizes = [8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768];

describe.each(fullOr(allSizes, [8, 1024, 32768]))('ALP in vectors of %i values', (vectorSize) => {
  const cases = conformance(alp, { encoderOptions: { vectorSize }, seed: vectorSize });
  for (const { name, run } of someCases(cases)) test(name, run);
});

describe('ALP with a scale given in the options', () => {
  const cases = conformance(alp, { encoderOptions: { vectorSize: 64, exponent: 4, factor: 1 } });
  for (const { name, run } of someCases(cases)) test(name, run);
});
