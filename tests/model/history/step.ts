// One step of a random history. It holds numbers; whom and what they mean depends on what there is when it is played,
// so that every list of steps is a history.

import type { Stage } from './stage.ts';

export interface Step {
  readonly kind: string;
  readonly who: number;
  readonly what: number;
  readonly where: number;
  readonly how: number;
}

/** Who does it and where; most kinds of steps need both. */
export interface Scene {
  readonly stage: Stage;
  readonly person: number;
  readonly channel: { readonly id: number; readonly name: string };
  readonly topic: string;
  readonly step: Step;
}

/** Plays a step; gives what was done, in words, or nothing where the rules of the product forbid it. */
export type Play = (scene: Scene) => Promise<string | undefined>;

export function pick<T>(list: readonly T[], index: number): T | undefined {
  return list.length === 0 ? undefined : list[index % list.length];
}
