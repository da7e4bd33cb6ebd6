// Calls whose failure is said in the line at the bottom, and stops nothing.

import { ParleyError } from '../../client/parley-error.ts';
import type { Problem } from '../components/problem.ts';
import { sayProblem } from '../components/status-line.tsx';
import { refusalWords } from './refusals.ts';

/** What the client itself finds in the way of something that is to be sent. */
export class Obstacle extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.text);
    this.problem = problem;
  }
}

/** What went wrong, in words. Anything but a refusal and an obstacle is a fault of the program. */
export function reasonOf(error: unknown): Problem {
  if (error instanceof Obstacle) return error.problem;
  if (error instanceof ParleyError) return refusalWords(error);
  throw error;
}

/** Says what was refused. */
export function sayRefusal(error: unknown): void {
  const { text, lang } = reasonOf(error);
  sayProblem(text, undefined, lang);
}

/** The answer; undefined where the call was refused, which has been said then. */
export async function attempt<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    sayRefusal(error);
    return undefined;
  }
}
