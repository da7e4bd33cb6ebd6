// The messages between the server and its worker processes.

import { CodedError } from '../errors/coded-error.ts';

/** The tasks of a module, by name. Inputs and outputs are copied, so they must be data, not functions or classes. */
// biome-ignore lint/suspicious/noExplicitAny: each task states its own input
export type Tasks = Readonly<Record<string, (input: any) => unknown>>;

export interface Task {
  readonly name: string;
  readonly input: unknown;
}

/** The result of a task. */
export type Outcome = { readonly output: unknown } | { readonly failure: string };

/** The answer of a process. A process that uses much memory after a task is spent: it ends, to release the memory. */
export interface Answer {
  readonly outcome: Outcome;
  readonly isSpent: boolean;
}

/** Why a task was not done. After the first two it can be retried; the others were caused by the input. */
export type TaskErrorCode = 'CLOSED' | 'QUEUE_FULL' | 'TOOK_TOO_LONG' | 'TOOK_TOO_MUCH';

/** Thrown if a task was not done. */
export class TaskNotDoneError extends CodedError {
  constructor(code: TaskErrorCode) {
    super(code, `work outside the event loop: ${code.toLowerCase().replaceAll('_', ' ')}`);
  }

  /** Whether a retry may succeed: the server was busy or closing, and the input was not the cause. */
  get isTemporary(): boolean {
    return this.code === 'CLOSED' || this.code === 'QUEUE_FULL';
  }
}
