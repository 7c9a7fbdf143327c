// Prints the floors (required figures) on a terminal.
import { row } from './terminal.mjs';

/** Prints each floor with the measured figure. Returns true if none failed. */
export function printFloors(floors) {
  const longest = Math.max(20, ...floors.map(({ name, node }) => name.length + node.length + 2));
  const widths = [longest, 32, 9, 8, 34];
  console.log(`\n${row(['what must hold', 'floor', 'value', '', 'aim'], widths)}`);
  for (const { node, name, wanted, value = '', verdict, aim, aimValue = '' } of floors) {
    const aimed = aim === undefined ? '' : `${aim}: ${aimValue}`;
    console.log(row([`${node}  ${name}`, wanted, value, verdict, aimed], widths));
  }
  const count = (wanted) => floors.filter(({ verdict }) => verdict.startsWith(wanted)).length;
  console.log(`\n${count('held')} floors held, ${count('FAILED')} failed, ${count('skipped')} skipped`);
  return count('FAILED') === 0;
}
