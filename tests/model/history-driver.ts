// Runs steps on a server and on the naive model at the same time, skipping steps that the product forbids.

import { firstDifference } from './history/compare.ts';
import { messagePlays } from './history/message-plays.ts';
import { peoplePlays } from './history/people-plays.ts';
import { readingPlays } from './history/reading-plays.ts';
import { Stage } from './history/stage.ts';
import { type Play, pick, type Step } from './history/step.ts';

const plays: Readonly<Record<string, Play>> = { ...messagePlays, ...readingPlays, ...peoplePlays };
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
  archive: 1,
};

export class HistoryDriver {
  readonly kinds: readonly string[] = Object.keys(plays).flatMap((kind) =>
    Array.from({ length: weights[kind] ?? 1 }, () => kind),
  );
  readonly #stage: Stage;

  private constructor(stage: Stage) {
    this.#stage = stage;
  }

  static async start(): Promise<HistoryDriver> {
    return new HistoryDriver(await Stage.start());
  }

  /** Runs a history from a fresh start; returns a line for each action. */
  async play(steps: readonly Step[]): Promise<readonly string[]> {
    const story: string[] = [];
    await this.#stage.begin();
    for (const step of steps) {
      try {
        const description = await this.#play(step);
        if (description) story.push(description);
      } catch (cause) {
        const description = [...story, JSON.stringify(step)].join('\n');
        throw new Error(`${(cause as Error).message}\n${description}`, { cause });
      }
    }
    return story;
  }

  async #play(step: Step): Promise<string | undefined> {
    const stage = this.#stage;
    const person = pick(stage.model.organization.active, step.who);
    const channel = pick(stage.channels, step.where);
    const play = plays[step.kind];
    if (person === undefined || channel === undefined || !play) return undefined;
    return play({ stage, person, channel, topic: pick(topics, step.what) ?? '', step });
  }

  /** The first difference between server and model, as text; undefined if there is none. */
  firstDifference(): Promise<string | undefined> {
    return firstDifference(this.#stage);
  }
}
