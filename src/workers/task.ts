// What the two sides of work beside the event loop say to each other.

/** The tasks of a module by their names. What goes in and comes out is copied: data, no functions or classes. */
// biome-ignore lint/suspicious/noExplicitAny: each task states its own input
export type Tasks = Readonly<Record<string, (input: any) => unknown>>;

/** One piece of work. */
export interface Task {
  readonly name: string;
  readonly input: unknown;
}

/** What became of it. */
export type Outcome = { readonly output: unknown } | { readonly failure: string };

/** What a process answers; one that holds much when it is done is spent: it gives that back by ending. */
export interface Answer {
  readonly outcome: Outcome;
  readonly isSpent: boolean;
}

/** Why something was not done: of the first two it can be tried again, the others are the input's doing. */
export type Refusal = 'closed' | 'too much waits' | 'took too long' | 'took too much';

/** A task was not done. */
export class WorkRefused extends Error {
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super(`work beside the event loop: ${reason}`);
    this.reason = reason;
  }

  /** Whether another try may go well: the server was busy, and the input did nothing. */
  get isPassing(): boolean {
    return this.reason === 'closed' || this.reason === 'too much waits';
  }
}
