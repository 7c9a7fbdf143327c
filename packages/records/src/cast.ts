/** `@marquetry/records/cast`: casts rows of strings to the types of a schema. */
export { castRows } from './write/cast-rows.js';
