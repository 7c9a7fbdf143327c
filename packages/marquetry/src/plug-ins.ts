/**
 * `marquetry/plug-ins`: the standard encodings and codecs as values, for example to add your own. `openParquet` and the
 * writers load them themselves.
 */
export { javascriptKernels } from '@marquetry/bit-io';
export { standardCodecs } from '@marquetry/codecs';
export { standardEncodings } from '@marquetry/encodings';
