// `npm run bench -- questions [--only=A,B] [--docs]`: measures the bytes and the time of reads with predicates.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ownRoot } from '../checkout.mjs';
import { fillDocument } from '../report/document.mjs';
import { byteQuestions } from './bytes.mjs';
import { httpQuestions } from './http.mjs';
import { peerQuestions } from './peers.mjs';
import { timeQuestions } from './times.mjs';

const { values } = parseArgs({ options: { only: { type: 'string' }, docs: { type: 'boolean', default: false } } });
const only = values.only?.split(',').filter(Boolean);
const all = [...byteQuestions, ...timeQuestions, ...peerQuestions, ...httpQuestions];
const chosen = only === undefined ? all : all.filter(({ name }) => only.some((start) => name.startsWith(start)));

const found = {};
for (const { name, ask } of chosen) {
  found[name] = await ask();
  const { figure, floor, isHeld } = found[name];
  console.log(`${isHeld ? 'held  ' : 'FAILED'} ${name}: ${figure}; floor: ${floor}`);
  if (values.docs) writeTable();
}

/**
 * Writes the table of measured questions (filtered reads) to docs/performance.md. Questions that were not measured in
 * this run keep the figures of their last run.
 */
function writeTable() {
  const results = join(ownRoot, 'docs', 'performance', 'questions.json');
  const known = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : {};
  const figures = { ...known, ...found };
  const kept = Object.fromEntries(all.flatMap(({ name }) => (figures[name] ? [[name, figures[name]]] : [])));
  writeFileSync(results, `${JSON.stringify(kept, null, 1)}\n`);
  const rows = all.flatMap(({ name, limit }) => {
    const { figure, floor, isHeld } = kept[name] ?? {};
    return figure === undefined
      ? []
      : [`| ${name} | ${floor} | ${figure} | ${isHeld ? 'held' : '**FAILED**'} | ${limit} |`];
  });
  const head = ['| question | floor | measured | result | what limits it |', '|---|---|---|---|---|'];
  fillDocument({ questions: [...head, ...rows].join('\n') });
}

process.exit(Object.values(found).every(({ isHeld }) => isHeld) ? 0 : 1);
