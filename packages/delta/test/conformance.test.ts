import { deltaBinaryPacked, deltaByteArray, deltaLengthByteArray } from '@marquetry/delta';
import { conformance } from '@marquetry/test-kit';
import { fullOr } from '@marquetry/test-support/full.js';
import { someCases } from '@marquetry/test-support/some-cases.js';
import { describe, test } from 'vitest';

describe.each([deltaBinaryPacked, deltaLengthByteArray, deltaByteArray])('$name', (encoding) => {
  for (const { name, run } of someCases(conformance(encoding))) test(name, run);
});

describe.each(fullOr([deltaBinaryPacked, deltaLengthByteArray, deltaByteArray], [deltaBinaryPacked]))(
  '$name with blocks of 384 values in 3 miniblocks',
  (encoding) => {
    const encoderOptions = { blockSize: 384, miniblocks: 3 };
    for (const { name, run } of someCases(conformance(encoding, { encoderOptions, seed: 2 }))) test(name, run);
  },
);
