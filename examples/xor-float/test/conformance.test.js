import { test } from 'node:test';
import { byteStreamSplit } from '@marquetry/byte-stream-split';
import { plain } from '@marquetry/plain';
import { conformance } from '@marquetry/test-kit';
import { xorFloat } from 'example-xor-float';

for (const { name, run } of conformance(xorFloat, { others: [plain, byteStreamSplit] })) test(name, run);
