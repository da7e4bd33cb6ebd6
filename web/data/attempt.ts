// Calls whose failure is reported in the status line and interrupts nothing else.

import { ParleyError } from '../../client/parley-error.ts';
import type { Problem } from '../components/problem.ts';
import { sayProblem } from '../components/status-line.tsx';
import { refusalWords } from './refusals.ts';

/** Something the client itself finds that prevents sending. */
export class Obstacle extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.text);
    this.problem = problem;
  }
}

/** The text for an error. Rethrows anything but a refusal or an obstacle, since it is a bug. */
export function reasonOf(error: unknown): Problem {
  if (error instanceof Obstacle) return error.problem;
  if (error instanceof ParleyError) return refusalWords(error);
  throw error;
}

/** Reports an error in the status line. */
export function sayRefusal(error: unknown): void {
  const { text, lang } = reasonOf(error);
  sayProblem(text, undefined, lang);
}

/** The answer; undefined if the call was refused, which is then reported. */
export async function attempt<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    sayRefusal(error);
    return undefined;
  }
}
