/** The code that handles the levels of nested columns. The first read of such a column loads this module. */
export { nestColumnsInSteps } from '@marquetry/column';
export { nestedPortions } from './nested-portions.js';
