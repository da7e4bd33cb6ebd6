// Splits long work into short turns, so that other requests run in between.

/** How long work may run before it yields. */
const TURN_MILLISECONDS = 10;

const waiting: (() => void)[] = [];

function resumeNext(): void {
  const resume = waiting.shift();
  if (waiting.length > 0) setImmediate(resumeNext);
  resume?.();
}

/** Waits for a later turn of the event loop. Each turn resumes one waiting piece of work, however many there are. */
function nextTurn(): Promise<void> {
  return new Promise((resume) => {
    waiting.push(resume);
    if (waiting.length === 1) setImmediate(resumeNext);
  });
}

/** When the current turn of the event loop first ran such work; undefined if it has not. */
let turnSince: number | undefined;

function noteTurn(): void {
  if (turnSince !== undefined) return;
  turnSince = performance.now();
  setImmediate(() => {
    turnSince = undefined;
  });
}

function isTurnLong(): boolean {
  return turnSince !== undefined && performance.now() - turnSince >= TURN_MILLISECONDS;
}

async function beginTurn(): Promise<void> {
  await nextTurn();
  turnSince = undefined;
}

/**
 * Lets one piece of work yield whenever the current turn of the event loop has taken long, including other
 * work in it.
 */
export class Yielder {
  constructor() {
    noteTurn();
  }

  /** Yields if it is time to. Call it before or after each part that takes a few milliseconds. */
  async yieldIfDue(): Promise<void> {
    if (isTurnLong()) await beginTurn();
    noteTurn();
  }
}

/**
 * Runs work that takes milliseconds and that many requests may start at once: in the current turn of the
 * event loop, or in a later one if this one has taken long. Does not overtake waiting work.
 */
export async function runInShortTurn<T>(work: () => T | Promise<T>): Promise<T> {
  if (isTurnLong() || waiting.length > 0) await beginTurn();
  noteTurn();
  return work();
}

/**
 * Runs work of the write queue, which blocks everyone while its transaction is open: in the next turn at the latest,
 * ahead of other waiting work.
 */
export async function runInNextTurn<T>(work: () => T | Promise<T>): Promise<T> {
  if (isTurnLong()) {
    await new Promise<void>((resume) => setImmediate(resume));
    turnSince = undefined;
  }
  noteTurn();
  return work();
}
