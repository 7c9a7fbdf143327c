/**
 * The code of VARIANT columns: loaded by the first read or write of rows that has such a column.
 */
import { type OnDemand, onDemand } from '@marquetry/core';

export const variantCode: OnDemand<typeof import('@marquetry/variant')> = onDemand(() => import('@marquetry/variant'));
