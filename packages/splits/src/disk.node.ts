/**
 * Folders on disk as stores of outputs: `@marquetry/splits/disk`, a separate entry point for Node, Bun and Deno.
 */
export { diskStore } from './store/disk-store.node.js';
