#!/usr/bin/env node
// Committed to the repository, so that package managers can link the command before anything is built.
import module from 'node:module';

// Node 22.8 and later cache compiled modules for the next run. NODE_DISABLE_COMPILE_CACHE=1 turns that off.
module.enableCompileCache?.();
await import('../dist/main.js');
