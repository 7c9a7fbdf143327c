/**
 * The entry `@marquetry/column/kept`: reads rows that are selected by one bit per row. Row readers do not import this
 * code; they call it through the `Selection` that the caller passes. Programs that do not select rows therefore do not
 * bundle it.
 */
export { BitSelection, quickestOfRuns, selectionOfBits } from './kept/bit-selection.js';
export { keepRowsInSteps, RowKeeper } from './kept/keep-rows.js';
export { bitsOf, runsOf, type SelectedBits } from './kept/selected-bits.js';
export type { SlotBits } from './kept/slot-bits.js';
