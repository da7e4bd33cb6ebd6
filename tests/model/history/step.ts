// One step of a random history. It consists of numbers that are resolved when it runs, so that every list of steps is a valid
// history.

import type { HistoryFixture } from './history-fixture.ts';

export interface Step {
  readonly kind: string;
  /** Chooses the actor. */
  readonly who: number;
  /** Chooses what the step acts on: a message, a name, another person. */
  readonly what: number;
  /** Chooses the conversation. */
  readonly where: number;
  /** Chooses among the variants of the step: a policy, a topic, how many messages. */
  readonly how: number;
}

/** What a step runs with: the actor and conversation, which most types of steps need. */
export interface StepContext {
  readonly fixture: HistoryFixture;
  readonly person: number;
  readonly channel: { readonly id: number; readonly name: string };
  readonly topic: string;
  readonly step: Step;
}

/** Runs a step; returns what was done, as text, or undefined if the product forbids it. */
export type RunStep = (context: StepContext) => Promise<string | undefined>;

export function pick<T>(list: readonly T[], index: number): T | undefined {
  return list.length === 0 ? undefined : list[index % list.length];
}
