/**
 * The standard set of encodings for reading files. A program includes only the encodings that most files use, and loads
 * the others when they are needed.
 *
 *   included             PLAIN, PLAIN_DICTIONARY, RLE, RLE_DICTIONARY
 *   loaded by prepare()  DELTA_BINARY_PACKED, DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY, BYTE_STREAM_SPLIT
 */
import { columnKernels } from '@marquetry/bit-io';
import {
  createRegistry,
  type Encoding,
  EncodingId,
  type EncodingRegistry,
  nameOf,
  onDemand,
  ParquetError,
  requireContract,
} from '@marquetry/core';
import { createPlainDictionary, createRleDictionaryReader } from '@marquetry/dictionary';
import { createPlainReader } from '@marquetry/plain';
import { createRleReader } from '@marquetry/rle';
import type { StandardEncodingsOptions } from './standard-encodings.js';

const standard = /* @__PURE__ */ onDemand(() => import('./standard-encodings.js'));

/**
 * Creates the standard set of encodings for reading. Encodings that few files use have a `prepare()`, which loads their
 * code; `openFile` awaits it before the first page that needs such an encoding.
 * @throws ParquetError INVALID_ARGUMENT for kernels whose `contract` is not 1.
 */
export function createEncodingsOnDemand(options: StandardEncodingsOptions = {}): EncodingRegistry {
  const { kernels } = options;
  if (kernels !== undefined) requireContract('kernels', kernels);
  const used = kernels ?? columnKernels;
  return createRegistry([
    createPlainReader(used),
    createPlainDictionary(used),
    createRleReader(used),
    createLate(EncodingId.DELTA_BINARY_PACKED, options),
    createLate(EncodingId.DELTA_LENGTH_BYTE_ARRAY, options),
    createLate(EncodingId.DELTA_BYTE_ARRAY, options),
    createRleDictionaryReader(used),
    createLate(EncodingId.BYTE_STREAM_SPLIT, options),
  ]);
}

/** Creates an encoding whose `prepare()` loads the encoding with the same id from the standard encodings. */
function createLate(id: number, options: StandardEncodingsOptions): Encoding {
  let loaded: Encoding | undefined;
  const name = nameOf(EncodingId, id);
  const load = async (): Promise<void> => {
    loaded = (await standard.load()).createStandardEncodings(options).find(id);
  };
  return {
    contract: 1,
    id,
    name,
    usesDictionary: false,
    // The types that the encoding supports are known only after it has been loaded, and are not needed before that.
    supports: (column) => loaded?.supports(column) ?? true,
    prepare: () => (loaded === undefined ? load() : undefined),
    decoder: (bytes, context) => {
      if (loaded !== undefined) return loaded.decoder(bytes, context);
      throw new ParquetError('INVALID_ARGUMENT', `await prepare() before using ${name}`);
    },
  };
}
