// Reads files in every encoding and one codec.
import { snappy } from '@marquetry/codec-snappy';
import { standardEncodings } from '@marquetry/encodings';
import { openFile } from '@marquetry/file';
import { createCodecRegistry } from '@marquetry/page';

const codecs = createCodecRegistry([snappy]);

/** Opens a file over the caller's source. */
export function open(source) {
  return openFile(source, { encodings: standardEncodings, codecs });
}
