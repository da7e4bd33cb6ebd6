// Another bound for the time of one test.

import { limits } from '../../src/api-contract/limits.ts';

export type BoundName = keyof typeof limits;

const changeable = limits as Record<BoundName, number>;

/** Runs an action with another bound, where the server looks at it each time. */
export async function withLimit<T>(name: BoundName, value: number, action: () => Promise<T>): Promise<T> {
  const present = limits[name];
  changeable[name] = value;
  try {
    return await action();
  } finally {
    changeable[name] = present;
  }
}
