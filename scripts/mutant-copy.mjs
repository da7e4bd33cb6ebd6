// The copy in which `npm run mutants` changes lines and runs tests; it goes when the script ends, however it ends.

import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { makeDemoTemplate } from './demo-template.mjs';
import { onceOrphaned } from './parent-watch.mjs';
import { endTestProcesses, runTestProcess } from './test-process.mjs';

/** What waits for ever is seen, too. */
const TEST_MILLISECONDS = 25_000;
const FILE_MILLISECONDS = 100_000;

export class MutantCopy {
  path = mkdtempSync(join(tmpdir(), 'parley-mutants-'));
  #databaseUrl;
  #templates = {};
  /** Files of tests that are known to pass without a change, with their engine and the pattern of their tests. */
  #passing = new Set();

  /** Makes a copy of the project; `databaseUrl` names PostgreSQL, where there is one. */
  static async of(root, databaseUrl) {
    const copy = new MutantCopy();
    copy.#databaseUrl = databaseUrl;
    copy.#endWithTheProcess();
    const isLeft = (path) => /^(\.git|node_modules|build\/mutants|data)(\/|$)/.test(relative(root, path));
    cpSync(root, copy.path, { recursive: true, filter: (path) => !isLeft(path) });
    symlinkSync(join(root, 'node_modules'), join(copy.path, 'node_modules'));
    copy.#templates.embedded = await makeDemoTemplate(copy.path, '');
    if (databaseUrl) copy.#templates.postgres = await makeDemoTemplate(copy.path, databaseUrl);
    return copy;
  }

  #endWithTheProcess() {
    process.once('exit', () => {
      endTestProcesses();
      rmSync(this.path, { recursive: true, force: true });
    });
    const giveUp = () => this.removeTemplates().finally(() => process.exit(130));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, giveUp);
    onceOrphaned(giveUp);
  }

  async removeTemplates() {
    endTestProcesses();
    // What cannot be removed lies in the folder for temporary files.
    for (const template of Object.values(this.#templates)) await template.remove().catch(() => undefined);
  }

  /** The variables that tests on an engine run with. */
  environmentOn(engine) {
    return {
      ...this.#templates[engine].environment,
      PARLEY_TEST_DATABASE_URL: engine === 'postgres' ? this.#databaseUrl : '',
      // Compiled modules are kept from one run to the next.
      NODE_COMPILE_CACHE: join(this.path, 'build/compiled'),
    };
  }

  /**
   * The test that sees changes (texts by file), on an engine, among files of tests that are asked in their order; undefined
   * where none does.
   */
  async seenBy(changes, { engine, files, pattern }) {
    const before = [...changes.keys()].map((file) => [file, readFileSync(join(this.path, file))]);
    const changedFailure = async (asked) => {
      for (const [file, text] of changes) writeFileSync(join(this.path, file), text);
      const failure = await this.#failureOf({ files: asked, engine, pattern });
      for (const [file, text] of before) writeFileSync(join(this.path, file), text);
      return failure;
    };
    for (let asked = files; ; ) {
      const failure = await changedFailure(asked);
      if (!failure) return undefined;
      // On a busy machine one that took too long may have been unlucky.
      const isSo = !failure.isOverdue || (await changedFailure([failure.file]));
      if (isSo && !(await this.#failsAnyway(failure.file, { engine, pattern })))
        return `${failure.name} (${failure.file})`;
      asked = asked.filter((file) => file !== failure.file);
    }
  }

  /** Whether a file of tests fails without any change, too: it would see every one. */
  async #failsAnyway(file, { engine, pattern }) {
    const key = `${file} ${engine} ${pattern}`;
    if (this.#passing.has(key)) return false;
    if (await this.#failureOf({ files: [file], engine, pattern })) return true;
    this.#passing.add(key);
    return false;
  }

  /** The first failure of a run of tests, which is then over: its file and its name; undefined where all pass. */
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
    // A process whose tests wait for what never comes ends without a word.
    if (!failure && (running || !hasPassed))
      failure = { file: running ?? files[0], name: 'they did not end', isOverdue: true };
    return failure;
  }
}
