/**
 * The entry point `marquetry/plug-ins` exports the standard encodings and codecs, so that you can add your own to them. `openParquet` and the writers
 * load them automatically.
 */
export { javascriptKernels } from '@marquetry/bit-io';
export { standardCodecs } from '@marquetry/codecs';
export { standardEncodings } from '@marquetry/encodings';
