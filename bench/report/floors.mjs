// Prints the results of the floors (required figures) on a terminal.
import { aimText } from './tables.mjs';
import { row } from './terminal.mjs';

/** Prints each floor (required figure) with the measured figure. Returns true if every floor was reached or skipped. */
export function printFloors(floors) {
  const longest = Math.max(20, ...floors.map(({ name, node }) => name.length + node.length + 2));
  const widths = [longest, 54, 9, 8, 68];
  console.log(`\n${row(['figure', 'floor', 'measured', 'result', 'aim'], widths)}`);
  for (const floor of floors) {
    const { node, name, wanted, value = '', verdict } = floor;
    console.log(row([`${node}  ${name}`, wanted, value, verdict, aimText(floor)], widths));
  }
  const count = (wanted) => floors.filter(({ verdict }) => verdict.startsWith(wanted)).length;
  console.log(`\n${count('held')} floors held, ${count('FAILED')} failed, ${count('skipped')} skipped`);
  return count('FAILED') === 0;
}
