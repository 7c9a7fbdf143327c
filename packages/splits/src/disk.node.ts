/**
 * The entry point `@marquetry/splits/disk` for Node, Bun and Deno: stores outputs in a folder on disk.
 */
export { diskStore } from './store/disk-store.node.js';
