import { byteStreamSplit } from '@marquetry/byte-stream-split';
import { conformance } from '@marquetry/test-kit';
import { someCases } from '@marquetry/test-support/some-cases.js';
import { test } from 'vitest';

for (const { name, run } of someCases(conformance(byteStreamSplit, { endsByItself: false }))) test(name, run);
