/**
 * The module of a standard worker in browsers, Deno and Bun.
 */
import { standardCodecs } from '@marquetry/codecs';
import { standardEncodings } from '@marquetry/encodings';
import { serveReads } from './web-worker.js';

serveReads({ encodings: standardEncodings, codecs: standardCodecs });
