import { byteStreamSplit } from '@marquetry/byte-stream-split';
import { conformance } from '@marquetry/test-kit';
import { test } from 'vitest';

for (const { name, run } of conformance(byteStreamSplit, { endsByItself: false })) test(name, run);
