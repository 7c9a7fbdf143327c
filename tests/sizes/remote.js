// The code that a program loads when it opens its first URL or stream.
export { openRemote } from '@marquetry/file/remote';
