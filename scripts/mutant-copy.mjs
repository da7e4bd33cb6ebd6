// The copy of the project in which `npm run mutants` changes lines and runs tests. It is removed when the script ends.

import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { makeDemoTemplate } from './demo-template.mjs';
import { onceOrphaned } from './parent-watch.mjs';
import { endTestProcesses, runTestProcess } from './test-process.mjs';

/** Timeouts, so that a change that makes a test hang is noticed as well. */
const TEST_MILLISECONDS = 25_000;
const FILE_MILLISECONDS = 100_000;

const passingKey = (file, { engine, pattern }) => `${file} ${engine} ${pattern}`;

export class MutantCopy {
  path = mkdtempSync(join(tmpdir(), 'parley-mutants-'));
  #databaseUrl;
  #templates = {};
  /** Test files that pass without a change, each with engine and title pattern. */
  #passing = new Set();

  /** Copies the project; `databaseUrl` is that of PostgreSQL, if tests are to run on it. */
  static async of(root, databaseUrl) {
    const copy = new MutantCopy();
    copy.#databaseUrl = databaseUrl;
    copy.#removeOnExit();
    const isExcluded = (path) => /^(\.git|node_modules|build\/mutants|data)(\/|$)/.test(relative(root, path));
    cpSync(root, copy.path, { recursive: true, filter: (path) => !isExcluded(path) });
    symlinkSync(join(root, 'node_modules'), join(copy.path, 'node_modules'));
    copy.#templates.embedded = await makeDemoTemplate(copy.path, '');
    if (databaseUrl) copy.#templates.postgres = await makeDemoTemplate(copy.path, databaseUrl);
    return copy;
  }

  #removeOnExit() {
    process.once('exit', () => {
      endTestProcesses();
      rmSync(this.path, { recursive: true, force: true });
    });
    const abort = () => this.removeTemplates().finally(() => process.exit(130));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, abort);
    onceOrphaned(abort);
  }

  async removeTemplates() {
    endTestProcesses();
    // The templates are temporary files, so a failure leaves nothing important behind.
    for (const template of Object.values(this.#templates)) await template.remove().catch(() => undefined);
  }

  /** The environment variables for tests on an engine. */
  environmentOn(engine) {
    return {
      ...this.#templates[engine].environment,
      PARLEY_TEST_DATABASE_URL: engine === 'postgres' ? this.#databaseUrl : '',
      // Compiled modules are cached between runs.
      NODE_COMPILE_CACHE: join(this.path, 'build/compiled'),
    };
  }

  /** Notes that a test file has just passed without a change. */
  notePassing(file, engine) {
    this.#passing.add(passingKey(file, { engine }));
  }

  /**
   * The first test that fails with the changes (texts by file), among test files run in order; undefined if none does.
   */
  async killedBy(changes, { engine, files, pattern }) {
    const originals = [...changes.keys()].map((file) => [file, readFileSync(join(this.path, file))]);
    const changedFailure = async (testFiles) => {
      for (const [file, text] of changes) writeFileSync(join(this.path, file), text);
      const failure = await this.#failureOf({ files: testFiles, engine, pattern });
      for (const [file, text] of originals) writeFileSync(join(this.path, file), text);
      return failure;
    };
    for (let remaining = files; ; ) {
      const failure = await changedFailure(remaining);
      if (!failure) return undefined;
      // On a busy machine, a timeout may be a coincidence.
      const isConfirmed = !failure.isOverdue || (await changedFailure([failure.file]));
      if (isConfirmed && !(await this.#failsAnyway(failure.file, { engine, pattern })))
        return `${failure.name} (${failure.file})`;
      remaining = remaining.filter((file) => file !== failure.file);
    }
  }

  /** Whether a test file fails without any change as well. */
  async #failsAnyway(file, { engine, pattern }) {
    const key = passingKey(file, { engine, pattern });
    if (this.#passing.has(key)) return false;
    if (await this.#failureOf({ files: [file], engine, pattern })) return true;
    this.#passing.add(key);
    return false;
  }

  /** The first failure of a test run, which ends the run: its file and test name; undefined if all pass. */
  async #failureOf({ files, engine, pattern }) {
    if (files.length === 0) return undefined;
    const waiting = [...files];
    let failure;
    let hasPassed = false;
    let running;
    await runTestProcess({
      cwd: this.path,
      env: { ...process.env, ...this.environmentOn(engine) },
      args: [`--timeout=${TEST_MILLISECONDS}`, ...(pattern ? [`--name=${pattern}`] : [])],
      limitMilliseconds: FILE_MILLISECONDS,
      nextFile: () => {
        running = waiting.shift();
        return running;
      },
      onFailing: ({ name, isOverdue }) => {
        failure ??= { file: running, name, isOverdue };
        endTestProcesses();
      },
      onFileEnded: ({ passed }) => {
        hasPassed ||= passed > 0;
      },
    });
    // A process whose tests wait forever with nothing open ends without a failure.
    if (!failure && (running || !hasPassed))
      failure = { file: running ?? files[0], name: 'the tests did not end', isOverdue: true };
    return failure;
  }
}
