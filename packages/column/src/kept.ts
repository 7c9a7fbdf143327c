/**
 * `@marquetry/column/kept`: rows selected by one bit per row. Readers use this code only through the `Selection` passed to them,
 * so that programs without filters do not bundle it.
 */
export { BitSelection, quickestOfRuns, selectionOfBits } from './kept/bit-selection.js';
export { keepRowsInSteps, RowKeeper } from './kept/keep-rows.js';
export { bitsOf, runsOf, type SelectedBits } from './kept/selected-bits.js';
