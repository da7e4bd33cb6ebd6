// Long work in short turns, so that other requests get theirs in between.

/** Work that goes on for so long lets others go on before it does. */
const TURN_MILLISECONDS = 10;

const waiting: (() => void)[] = [];

function resumeNext(): void {
  const resume = waiting.shift();
  if (waiting.length > 0) setImmediate(resumeNext);
  resume?.();
}

/** Waits for a later turn of the event loop. One waiting piece of work resumes in each, however many there are. */
function nextTurn(): Promise<void> {
  return new Promise((resume) => {
    waiting.push(resume);
    if (waiting.length === 1) setImmediate(resumeNext);
  });
}

/** When the present turn of the event loop first came to such work; undefined where it has not. */
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

/** The pace of one piece of work: it waits wherever the turn of the event loop has gone on for long, be it with others' work. */
export class Pace {
  constructor() {
    noteTurn();
  }

  /** Lets others go on, where it is time for that; to be called before or after each part that takes a few milliseconds. */
  async step(): Promise<void> {
    if (isTurnLong()) await beginTurn();
    noteTurn();
  }
}

/**
 * Does work that takes milliseconds and that many requests may ask for at once: in the present turn of the event loop, or in a
 * later one where this one has gone on for long. Nothing overtakes what waits already.
 */
export async function inShortTurn<T>(work: () => T | Promise<T>): Promise<T> {
  if (isTurnLong() || waiting.length > 0) await beginTurn();
  noteTurn();
  return work();
}

/**
 * Does the same for the line of units of work, for which everyone waits while its transaction is open: in the next turn at the
 * latest, not behind other work that waits.
 */
export async function inNextTurn<T>(work: () => T | Promise<T>): Promise<T> {
  if (isTurnLong()) {
    await new Promise<void>((resume) => setImmediate(resume));
    turnSince = undefined;
  }
  noteTurn();
  return work();
}
