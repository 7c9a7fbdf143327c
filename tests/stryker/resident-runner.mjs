// A StrykerJS plug-in: a test runner that keeps the tests of a package loaded in a thread, so that testing a mutant takes only the time of
// the tests that run its code. A new thread is started
//
// - for a mutant that is active while modules load, and for those in files that keep state in a variable of the module;
// - after a mutant that exceeded its processor time. Time in which the machine was busy or paused does not count;
// - after a mutant that left lasting damage, such as in an array that tests share. To detect that, the test that noticed a mutant runs
// once more without it. If it fails again, the mutant runs again in a new thread.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

const threadFile = new URL('resident-thread.mjs', import.meta.url);
const pollMs = 50;
// A test may execute a mutated statement at most `hitFactor` times as often as the original statement, plus `moreHits`. Most endless loops
// exceed this number long before the test exceeds its processor time.
const hitFactor = 20;
const moreHits = 100_000;

// A conformance suite runs each case on many pages. Of the pages whose tests reach a mutant, only the slowest are run,
// up to this time per case.
const caseMs = 200;

const testFiles = () =>
  readdirSync('test', { recursive: true })
    .filter((file) => file.endsWith('.test.ts'))
    .sort()
    .map((file) => join('test', file));

class ResidentRunner {
  static inject = ['options'];
  #allowedMs;
  #allowedBytes;
  #thread;
  #step = new Int32Array(new SharedArrayBuffer(4));
  #times = new Map();
  /** The number of times that each test runs the code of each mutant. */
  #hits = {};
  #keepsState = new Map();
  /** The number of mutants of a file that each test has detected. */
  #kills = new Map();

  constructor({ residentRunner: { allowedMs, allowedMb } }) {
    this.#allowedMs = allowedMs;
    this.#allowedBytes = allowedMb * 2 ** 20;
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  /**
   * Sends `request` to the thread. Returns its answer, or `{ late }` if a test takes more processor time than `limitOf` allows, or the
   * thread takes too much memory.
   */
  #ask(request, limitOf) {
    const thread = this.#thread;
    return new Promise((resolve) => {
      let settled = false;
      const settle = (answer) => {
        if (settled) return;
        settled = true;
        clearInterval(memoryTimer);
        thread.off('message', settle).off('error', onError);
        resolve(answer);
      };
      const end = async (late) => {
        clearInterval(memoryTimer);
        this.#thread = undefined;
        await thread.terminate();
        settle({ late });
      };
      // The thread's heap limit does not count typed arrays, so the memory of the process is checked here.
      const memoryTimer = setInterval(() => {
        if (process.memoryUsage.rss() > this.#allowedBytes) end(`more than ${this.#allowedBytes / 2 ** 20} MB`);
      }, pollMs);
      const onError = (error) => {
        this.#thread = undefined;
        settle(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? { late: 'out of memory' } : { failed: String(error) });
      };
      const poll = async () => {
        let begun;
        let step;
        while (!settled && this.#thread === thread) {
          const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
          const used = (user + system) / 1000;
          if (step !== this.#step[0]) {
            step = this.#step[0];
            begun = used;
          }
          if (!settled && used - begun > limitOf(step)) await end(`more than ${Math.round(limitOf(step))} ms`);
          await new Promise((next) => setTimeout(next, pollMs));
        }
      };
      this.#step[0] = 0;
      thread.on('message', settle).on('error', onError);
      thread.postMessage(request);
      if (limitOf !== undefined) poll();
    });
  }

  /** Starts a new thread, which replaces the current one, and loads the tests while `activeMutant` is active. */
  async #start(activeMutant) {
    await this.#thread?.terminate();
    this.#thread = new Worker(threadFile, {
      workerData: this.#step,
      resourceLimits: { maxOldGenerationSizeMb: 2048 },
    });
    return this.#ask(
      { files: testFiles(), activeMutant },
      activeMutant === undefined ? undefined : () => 10 * this.#allowedMs,
    );
  }

  async dryRun() {
    const started = await this.#start();
    const { tests, mutantCoverage, failed, late } = started.loaded ? await this.#ask({ dryRun: true }) : started;
    if (failed || late) return { status: 'error', errorMessage: failed ?? `without a mutant, the tests take ${late}` };
    for (const { id, time } of tests) this.#times.set(id, time);
    // A source file without code has no mutants.
    this.#hits = mutantCoverage?.perTest ?? {};
    return {
      status: 'complete',
      mutantCoverage,
      tests: tests.map(({ id, name, file, line, time, failure }) => ({
        ...{ id, name, fileName: join(process.cwd(), file), startPosition: { line, column: 0 }, timeSpentMs: time },
        ...(failure === undefined ? { status: 0 } : { status: 1, failureMessage: failure }),
      })),
    };
  }

  #keepsStateIn(file) {
    const known = this.#keepsState.get(file) ?? /^let /m.test(readFileSync(file, 'utf8'));
    this.#keepsState.set(file, known);
    return known;
  }

  #time(id) {
    return this.#times.get(id) ?? 0;
  }

  /** Leaves out some pages of conformance suites, whose tests are named `page: case`. */
  #chosen(ids) {
    const spent = new Map();
    return [...ids]
      .sort((a, b) => this.#time(b) - this.#time(a))
      .filter((id) => {
        if (!id.includes('conformance.test.ts#')) return true;
        const name = id.slice(id.lastIndexOf(': '));
        const before = spent.get(name) ?? 0;
        if (before > 0 && before + this.#time(id) > caseMs) return false;
        spent.set(name, before + this.#time(id));
        return true;
      });
  }

  #runOnce(activeMutant, ids) {
    const hitLimits = ids.map((id) => hitFactor * (this.#hits[id]?.[activeMutant] ?? 0) + moreHits);
    return this.#ask({ ids, activeMutant, hitLimits }, (step) => this.#allowedMs + 5 * this.#time(ids[step]));
  }

  async mutantRun({ activeMutant: { id }, testFilter, mutantActivation, sandboxFileName }) {
    // Memory that a thread did not release would be counted against the next mutant. If it is too much, StrykerJS
    // starts a new process and tests the mutant there.
    if (process.memoryUsage.rss() > this.#allowedBytes / 2) {
      await this.#drop();
      if (process.memoryUsage.rss() > this.#allowedBytes / 2) process.exit(1);
    }
    // Only the process that made the first run without a mutant knows how long tests take. Other processes repeat that
    // run.
    if (this.#times.size === 0) await this.dryRun();
    const kills = this.#kills.get(sandboxFileName) ?? new Map();
    this.#kills.set(sandboxFileName, kills);
    // The tests that detected the most mutants of the file per second run first, then the fastest tests.
    const rank = (id) => (kills.get(id) ?? 0) / (this.#time(id) + 0.1);
    const keepsState = this.#keepsStateIn(sandboxFileName);
    // If a module keeps state, only the first test that needs the state runs the code that creates it, so all tests are candidates.
    const reaching = keepsState || testFilter === undefined ? [...this.#times.keys()] : testFilter;
    const ids = this.#chosen(reaching).sort((a, b) => rank(b) - rank(a) || this.#time(a) - this.#time(b));
    const isStatic = mutantActivation === 'static';
    const isFresh = isStatic || keepsState;
    for (let isAgain = false; ; isAgain = true) {
      if (isFresh || isAgain || this.#thread === undefined) {
        const started = await this.#start(isStatic ? id : undefined);
        if (started.late) return { status: 'timeout', reason: started.late };
        if (started.failed) return { status: 'killed', killedBy: [], failureMessage: started.failed, nrOfTests: 0 };
      }
      const { killedBy, message, isEndless, late, failed } = await this.#runOnce(id, ids);
      if (isFresh && !late) await this.#drop();
      if (late) return { status: 'timeout', reason: late };
      if (failed) return { status: 'error', errorMessage: failed };
      if (killedBy === undefined) return { status: 'survived', nrOfTests: ids.length };
      kills.set(killedBy, (kills.get(killedBy) ?? 0) + 1);
      const killed = isEndless
        ? { status: 'timeout', reason: message }
        : { status: 'killed', killedBy: [killedBy], failureMessage: message, nrOfTests: ids.length };
      if (isFresh) return killed;
      const check = await this.#runOnce(undefined, [killedBy]);
      const isSound = check.killedBy === undefined && !check.late && !check.failed;
      if (!isSound) await this.#drop();
      if (isSound || isAgain) return killed;
    }
  }

  async #drop() {
    await this.#thread?.terminate();
    this.#thread = undefined;
  }

  async dispose() {
    await this.#drop();
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'resident', injectableClass: ResidentRunner }];
