// Tells `run-tests.mjs`, over the channel between the two processes, which test begins and which file has ended. Where
// that process is gone, however it ended, this one and what it started end too.

import { registerHooks } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Answers to the process that started this one: what is being loaded, since a file can wait for ever before its first
 * test, and what keeps this process open once it takes too long. Ends with it.
 */
export function answerStarter() {
  if (!process.channel) return;
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (/\.(test|client)\.\w+$/.test(found.url))
        process.send?.({ began: { file: relative(root, fileURLToPath(found.url)) } });
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
      if (this.#current?.file !== file) {
        this.end();
        this.#current = { file, passed: 0, failed: 0, milliseconds: 0 };
      }
      process.send?.({ began: { file, name: data.name } });
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
    if (this.#current) process.send?.({ ended: this.#current });
    this.#current = undefined;
  }
}
