/** The code for the levels of nested columns, loaded by the first read of such a column. */
export { nestColumnsInSteps } from '@marquetry/column';
export { nestedPortions } from './nested-portions.js';
