/** The module of a standard worker in Node. It uses the SIMD kernels if the engine supports them. */
import { createStandardCodecs } from '@marquetry/codecs';
import { createStandardEncodings } from '@marquetry/encodings';
import { createSimdKernels } from '@marquetry/simd';
import { serveTasks } from './node-worker.node.js';

const kernels = createSimdKernels();
serveTasks({ encodings: createStandardEncodings({ kernels }), codecs: createStandardCodecs({ kernels }), kernels });
