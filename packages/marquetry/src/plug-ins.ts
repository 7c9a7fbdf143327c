/**
 * The standard encodings and codecs: `marquetry/plug-ins`. `openParquet` and the writers load these sets themselves.
 */
export { javascriptKernels } from '@marquetry/bit-io';
export { standardCodecs } from '@marquetry/codecs';
export { standardEncodings } from '@marquetry/encodings';
