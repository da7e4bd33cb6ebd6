// Changes a bound for the duration of a test.

import { limits } from '../../src/api-contract/limits.ts';

export type BoundName = keyof typeof limits;

const changeable = limits as Record<BoundName, number>;

/** Runs an action with a different bound, if the server reads the bound each time. */
export async function withLimit<T>(name: BoundName, value: number, action: () => Promise<T>): Promise<T> {
  const original = limits[name];
  changeable[name] = value;
  try {
    return await action();
  } finally {
    changeable[name] = original;
  }
}
