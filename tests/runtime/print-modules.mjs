// Preloaded with --import. At exit, it prints the files and Node modules that the program loaded, as JSON on stderr.
import { registerHooks } from 'node:module';

const before = new Set(process.moduleLoadList);
const files = [];
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) files.push(url);
    return next(url, context);
  },
});
process.on('exit', () => {
  const builtIn = process.moduleLoadList
    .filter((entry) => !before.has(entry) && entry.startsWith('NativeModule '))
    .map((entry) => entry.slice('NativeModule '.length));
  process.stderr.write(JSON.stringify({ files, builtIn }));
});
