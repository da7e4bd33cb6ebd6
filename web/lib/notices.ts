// Who wants to know of a change, by the key of what changes. A change is told once for all that happened in one turn, so
// that a burst of a thousand events makes each listener look once.

/** Runs something soon, after everything that is happening now. */
export type Later = (run: () => void) => void;

const waiting: (() => void)[] = [];

/** Everything in one turn, with what comes of it: so the page is rendered and laid out once for all of it. */
const nextTurn: Later = (run) => {
  if (waiting.push(run) === 1) setTimeout(runWaiting, 0);
};

function runWaiting(): void {
  let done = 0;
  try {
    for (let run = waiting[0]; run; run = waiting[done]) {
      done += 1;
      run();
    }
  } finally {
    waiting.splice(0, done);
    // One failed: what is left has a turn of its own.
    if (waiting.length > 0) setTimeout(runWaiting, 0);
  }
}

/** Listeners by key. */
export class Notices<K> {
  readonly #listeners = new Map<K, Set<() => void>>();
  readonly #changed = new Set<K>();
  readonly #later: Later;

  /** @param later when listeners are called; the next turn of the event loop unless given */
  constructor(later: Later = nextTurn) {
    this.#later = later;
  }

  /** Calls the listener after each change of a key, until the function that this answers with is called. */
  listen(key: K, listener: () => void): () => void {
    const present = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, present.add(listener));
    return () => {
      present.delete(listener);
      if (present.size === 0 && this.#listeners.get(key) === present) this.#listeners.delete(key);
    };
  }

  /** Whether anybody wants to know of a key. */
  isHeard(key: K): boolean {
    return this.#listeners.has(key);
  }

  /** Something of this key changed. */
  tell(key: K): void {
    if (this.#changed.size === 0) this.#later(() => this.#flush());
    this.#changed.add(key);
  }

  #flush(): void {
    const keys = [...this.#changed];
    this.#changed.clear();
    const called = new Set(keys.flatMap((key) => [...(this.#listeners.get(key) ?? [])]));
    for (const listener of called) listener();
  }
}
