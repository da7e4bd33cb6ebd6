// Calls whose failure is said in the line at the bottom, and stops nothing.

import { ParleyError } from '../../client/parley-error.ts';
import { sayProblem } from '../parts/status-line.tsx';
import { langOf, refusalWords } from './refusals.ts';

/** What went wrong, in words. Anything but a refusal is a fault of the program. */
export function reasonOf(error: unknown): string {
  if (error instanceof ParleyError) return refusalWords(error);
  throw error;
}

/** The answer; undefined where the call was refused, which has been said then. */
export async function attempt<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    const reason = reasonOf(error);
    sayProblem(reason, undefined, langOf(reason));
    return undefined;
  }
}
