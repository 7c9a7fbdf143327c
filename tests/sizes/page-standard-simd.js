// The same pages with SIMD kernels, to measure what the kernels add.
import { createStandardEncodings } from '@marquetry/encodings';
import { createSimdKernels } from '@marquetry/simd';

export { openDictionaryPage, openPage, readPageFrame } from '@marquetry/page';

export const encodings = createStandardEncodings({ kernels: createSimdKernels() });
