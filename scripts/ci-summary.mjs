// Prints the last line of .ci/run: `ci-summary.mjs REPORT TEST_STATUS CHECK_STATUS`. REPORT is vitest's JSON report.
import { readFileSync } from 'node:fs';

const [report, testStatus, checkStatus] = process.argv.slice(2);
let passed = 0;
let failed = 0;
let skipped = 0;
try {
  const result = JSON.parse(readFileSync(report, 'utf8'));
  passed = result.numPassedTests;
  failed = result.numFailedTests;
  skipped = result.numPendingTests + result.numTodoTests;
  // A test file that could not be loaded has no tests, but counts as a failure.
  failed += result.testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && assertionResults.every((assertion) => assertion.status !== 'failed');
  }).length;
} catch {
  console.log('the tests did not write a report');
}
if (Number(testStatus) !== 0 && failed === 0) failed = 1;

if (Number(checkStatus) === 0) passed += 1;
else failed += 1;

console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;
