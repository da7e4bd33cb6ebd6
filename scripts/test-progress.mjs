// Tells `run-tests.mjs`, over the channel between the two processes, which test begins and which file has ended. Where
// that process is gone, however it ended, this one and what it started end too.

import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Whether a file is one of those that are run, rather than a helper. */
const isRun = (file) => /\.(test|client|browser)\.\w+$/.test(file);

/** Clock ticks of the kernel in a second, in which it tells what a process's children took. */
const TICKS_PER_SECOND = 100;

/** Processor time of this process and of those that it started and that have ended, in milliseconds. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrensTime();
}

function childrensTime() {
  try {
    // After the name, which may hold spaces: the 16th and 17th of all.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    return ((Number(fields[13]) + Number(fields[14])) * 1000) / TICKS_PER_SECOND;
  } catch {
    // Only Linux tells.
    return 0;
  }
}

/** What each file takes of the processor, to be loaded and to be tested; whatever is under way is the present file's. */
const taken = new Map();
let present;
let since = processorTime();

function goOnWith(file) {
  const now = processorTime();
  if (present) taken.set(present, (taken.get(present) ?? 0) + now - since);
  present = file;
  since = now;
}

/** What is to be done when the tests of a file are over, by file. */
const ends = new Map();

/**
 * What `tests/support/` finds of a run in which files share a process: `whenOver` has something done as soon as the tests of
 * the present file are over, long before the process ends.
 */
globalThis.testTurns = {
  whenOver(end) {
    if (present) ends.set(present, [...(ends.get(present) ?? []), end]);
  },
};

/**
 * Answers to the process that started this one: what is being loaded, since a file can wait for ever before its first
 * test, and what keeps this process open once it takes too long. Ends with it.
 */
export function answerStarter() {
  if (!process.channel) return;
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (!isRun(found.url)) return found;
      const file = relative(root, fileURLToPath(found.url));
      goOnWith(file);
      process.send?.({ began: { file } });
      return found;
    },
  });
  process.on('message', () => {
    const counts = Object.entries(Object.groupBy(process.getActiveResourcesInfo(), (kind) => kind));
    process.send?.({ open: counts.map(([kind, all]) => `${kind} ${all.length}`).join(', ') });
  });
  process.on('disconnect', () => process.exit(1));
  // Also where this one ended of itself because nobody reads what it prints any more.
  process.on('exit', () => {
    // The group of processes that `run-tests.mjs` made for this one.
    if (!process.connected && process.platform !== 'win32') process.kill(-process.pid, 'SIGKILL');
  });
  process.channel.unref();
}

/** What is told of the events of a run of tests. */
export class Progress {
  #current;

  take({ type, data }) {
    if (!data.file) return;
    const file = relative(root, data.file);
    if (type === 'test:dequeue') {
      // A test that a helper declares is one of the file that called it.
      if (this.#current?.file !== file && isRun(file)) {
        this.end();
        goOnWith(file);
        this.#current = { file, passed: 0, failed: 0, milliseconds: 0 };
      }
      process.send?.({ began: { file: this.#current?.file ?? file, name: data.name } });
    }
    const current = this.#current;
    if (!current || (type !== 'test:pass' && type !== 'test:fail')) return;
    if (data.nesting === 0) current.milliseconds += data.details.duration_ms;
    if (data.details.type === 'suite') return;
    if (type === 'test:fail') current.failed++;
    else if (data.skip === undefined) current.passed++;
  }

  /** The last file has ended. */
  end() {
    if (!this.#current) return;
    const { file } = this.#current;
    goOnWith(undefined);
    for (const end of ends.get(file) ?? []) void end();
    ends.delete(file);
    process.send?.({ ended: { ...this.#current, processor: taken.get(file) ?? 0 } });
    this.#current = undefined;
  }
}
