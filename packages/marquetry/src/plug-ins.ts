/**
 * The entry point `marquetry/plug-ins` exports the standard encodings and codecs, for example to add your own. `openParquet`
 * and the writers load them automatically.
 */
export { javascriptKernels } from '@marquetry/bit-io';
export { standardCodecs } from '@marquetry/codecs';
export { standardEncodings } from '@marquetry/encodings';
