#!/usr/bin/env node
// Committed, so that the bin can be linked before anything is built.
import module from 'node:module';

// Node 22.8 and later keep compiled modules for the next run. NODE_DISABLE_COMPILE_CACHE=1 turns that off.
module.enableCompileCache?.();
await import('../dist/main.js');
