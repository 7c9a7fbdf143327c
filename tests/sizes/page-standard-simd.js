// The same pages over SIMD kernels: what those add.
import { createStandardEncodings } from '@marquetry/encodings';
import { createSimdKernels } from '@marquetry/simd';

export { openDictionaryPage, openPage, readPageFrame } from '@marquetry/page';

export const encodings = createStandardEncodings({ kernels: createSimdKernels() });
