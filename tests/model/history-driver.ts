// Runs steps on a server and on the naive model at the same time, skipping steps that the product forbids.

import { firstDifference } from './history/compare.ts';
import { HistoryFixture } from './history/history-fixture.ts';
import { messageSteps } from './history/message-steps.ts';
import { peopleSteps } from './history/people-steps.ts';
import { pinSteps } from './history/pin-steps.ts';
import { readingSteps } from './history/reading-steps.ts';
import { pick, type RunStep, type Step } from './history/step.ts';

const stepTypes: Readonly<Record<string, RunStep>> = {
  ...messageSteps,
  ...readingSteps,
  ...pinSteps,
  ...peopleSteps,
};
const topics = ['alpha', 'beta', 'Alpha', '', '✔ alpha'] as const;

/** The weights of step types that occur more often than once. */
const weights: Readonly<Record<string, number>> = {
  send: 8,
  sendDirectly: 2,
  edit: 3,
  move: 4,
  resolve: 3,
  chooseNotices: 2,
  react: 2,
  read: 3,
  unread: 3,
  star: 2,
  subscribe: 3,
  unsubscribe: 2,
  choosePolicy: 5,
  watchWord: 2,
  changeMembership: 2,
  reactivate: 2,
  pinMessage: 4,
  pinTopic: 4,
  archive: 1,
};

export class HistoryDriver {
  readonly kinds: readonly string[] = Object.keys(stepTypes).flatMap((kind) =>
    Array.from({ length: weights[kind] ?? 1 }, () => kind),
  );
  readonly #fixture: HistoryFixture;

  private constructor(fixture: HistoryFixture) {
    this.#fixture = fixture;
  }

  static async start(): Promise<HistoryDriver> {
    return new HistoryDriver(await HistoryFixture.start());
  }

  /** Runs a history from a fresh start; returns a line for each action. */
  async run(steps: readonly Step[]): Promise<readonly string[]> {
    const log: string[] = [];
    await this.#fixture.begin();
    for (const step of steps) {
      try {
        const description = await this.#run(step);
        if (description) log.push(description);
      } catch (cause) {
        const description = [...log, JSON.stringify(step)].join('\n');
        throw new Error(`${(cause as Error).message}\n${description}`, { cause });
      }
    }
    return log;
  }

  async #run(step: Step): Promise<string | undefined> {
    const fixture = this.#fixture;
    const person = pick(fixture.model.organization.active, step.who);
    const channel = pick(fixture.channels, step.where);
    const runStep = stepTypes[step.kind];
    if (person === undefined || channel === undefined || !runStep) return undefined;
    return runStep({ fixture, person, channel, topic: pick(topics, step.what) ?? '', step });
  }

  /** The first difference between server and model, as text; undefined if there is none. */
  firstDifference(): Promise<string | undefined> {
    return firstDifference(this.#fixture);
  }
}
