#!/usr/bin/env node
// Committed, so that the bin can be linked before anything is built.
import '../dist/main.js';
