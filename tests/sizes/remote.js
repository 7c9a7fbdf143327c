// What a program loads when it opens its first URL, stream or open file.
export { openRemote } from '@marquetry/file/remote';
