#!/usr/bin/env node
// The command line, which the tarball carries: see scripts/carry-cli.mjs.
import module from 'node:module';

// Node 22.8 and later keep compiled modules for the next run. NODE_DISABLE_COMPILE_CACHE=1 turns that off.
module.enableCompileCache?.();
await import('../cli/main.js');
