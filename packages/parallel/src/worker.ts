/**
 * The module of a standard worker in browsers, Deno and Bun.
 */
import { standardCodecs } from '@marquetry/codecs';
import { standardEncodings } from '@marquetry/encodings';
import { serveTasks } from './web-worker.js';

serveTasks({ encodings: standardEncodings, codecs: standardCodecs });
