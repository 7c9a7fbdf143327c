/**
 * The entry `@marquetry/column/kept`: reads rows that are selected by one bit per row. Readers reach this code only
 * through the `Selection` that is passed to them, so programs that select no rows do not bundle it.
 */
export { BitSelection, quickestOfRuns, selectionOfBits } from './kept/bit-selection.js';
export { keepRowsInSteps, RowKeeper } from './kept/keep-rows.js';
export { bitsOf, runsOf, type SelectedBits } from './kept/selected-bits.js';
