/**
 * Rows that are selected by a bit each: `@marquetry/column/kept`. Readers get this code with the selection that is handed to them,
 * so that a program that filters nothing does not carry it.
 */
export { BitSelection, quickestOfRuns, selectionOfBits } from './kept/bit-selection.js';
export { keepRowsInSteps, RowKeeper } from './kept/keep-rows.js';
export { bitsOf, runsOf, type SelectedBits } from './kept/selected-bits.js';
