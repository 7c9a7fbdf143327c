// Imports the built packages that the page-level benchmark cases call.
import { load } from '../checkout.mjs';

export const alp = await load('alp');
export const bitIo = await load('bit-io');
export const byteStreamSplit = await load('byte-stream-split');
export const core = await load('core');
export const delta = await load('delta');
export const encodings = await load('encodings');
export const file = await load('file');
export const levels = await load('levels');
export const metadata = await load('metadata');
export const plain = await load('plain');
export const rle = await load('rle');
