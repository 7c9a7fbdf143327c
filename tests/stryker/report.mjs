// Formats the result of a StrykerJS run: a score for each file and for the package, and each mutant that no test noticed.

const detected = new Set(['Killed', 'Timeout']);
const undetected = new Set(['Survived', 'NoCoverage']);

function countsOf(mutants) {
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const caught = mutants.filter(({ status }) => detected.has(status)).length;
  const missed = mutants.filter(({ status }) => undetected.has(status)).length;
  return { caught, missed, timeouts: count('Timeout'), uncovered: count('NoCoverage') };
}

/**
 * Returns the line with the score, which is the percentage of mutants that tests detected, as StrykerJS defines it: a
 * mutant also counts as detected if a test never ends.
 */
function scoreLine(name, mutants) {
  const { caught, missed, timeouts, uncovered } = countsOf(mutants);
  const score = caught + missed === 0 ? 'n/a' : ((100 * caught) / (caught + missed)).toFixed(1);
  return (
    `${name.padEnd(36)}${score.padStart(6)} %  ${String(caught + missed).padStart(5)} mutants, ` +
    `${timeouts} timed out, ${missed} survived, ${uncovered} of them without a test`
  );
}

function textAt(lines, { start, end }) {
  const picked = lines.slice(start.line - 1, end.line);
  picked[picked.length - 1] = picked.at(-1).slice(0, end.column - 1);
  picked[0] = picked[0].slice(start.column - 1);
  return picked.join(' ');
}

const shortened = (text) => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 70 ? `${line.slice(0, 67)}...` : line;
};

/** Returns the lines for the JSON report `report` of the package `name`. */
export function linesOf(name, report) {
  const files = Object.entries(report.files).filter(([, { mutants }]) => mutants.length > 0);
  const survivors = files.flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants
      .filter(({ status }) => undetected.has(status))
      .sort((a, b) => a.location.start.line - b.location.start.line)
      .map(({ location, replacement, mutatorName, status }) => {
        const change = `${shortened(textAt(lines, location))}  =>  ${shortened(replacement ?? '')}`;
        const note = status === 'NoCoverage' ? ' (no test)' : '';
        return `${file}:${location.start.line}:${location.start.column} ${mutatorName}${note}: ${change}`;
      });
  });
  const perFile = files.map(([file, { mutants }]) => `  ${scoreLine(file, mutants)}`);
  const total = scoreLine(
    name,
    files.flatMap(([, { mutants }]) => mutants),
  );
  return { survivors, perFile, total };
}
