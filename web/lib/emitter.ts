// Notifies listeners of changes, by key. Changes within one task are notified once, so that a burst of a
// thousand events runs each listener once.

/** Runs something after everything that is happening now. */
export type Scheduler = (run: () => void) => void;

const queue: (() => void)[] = [];

/** Captured, so that a test which replaces timers does not keep later notifications from being sent. */
const { setTimeout: startTask } = globalThis;

/** Runs everything in one task, including what it causes, so that the page is rendered and laid out once. */
const nextTask: Scheduler = (run) => {
  if (queue.push(run) === 1) startTask(runQueue, 0);
};

function runQueue(): void {
  let runsDone = 0;
  try {
    for (let run = queue[0]; run; run = queue[runsDone]) {
      runsDone += 1;
      run();
    }
  } finally {
    queue.splice(0, runsDone);
    // After an error, the rest runs in a task of its own.
    if (queue.length > 0) startTask(runQueue, 0);
  }
}

/** Listeners by key. */
export class Emitter<K> {
  readonly #listeners = new Map<K, Set<() => void>>();
  readonly #changed = new Set<K>();
  readonly #later: Scheduler;

  /** @param later schedules the calls of listeners; by default in the next task */
  constructor(later: Scheduler = nextTask) {
    this.#later = later;
  }

  /** Calls the listener after each change of a key. Returns a function that removes it. */
  listen(key: K, listener: () => void): () => void {
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key);
    };
  }

  hasListeners(key: K): boolean {
    return this.#listeners.has(key);
  }

  /** Notifies that the value of this key changed. */
  emit(key: K): void {
    if (this.#changed.size === 0) this.#later(() => this.#flush());
    this.#changed.add(key);
  }

  #flush(): void {
    const keys = [...this.#changed];
    this.#changed.clear();
    const listenersToCall = new Set(keys.flatMap((key) => [...(this.#listeners.get(key) ?? [])]));
    for (const listener of listenersToCall) listener();
  }
}
