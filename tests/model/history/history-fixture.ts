// The fixture of random histories: a server, the people of the demo organization, and fresh channels for each history.

import type { ApiClient, Listener } from '../../support/client.ts';
import { type DemoName, startTestServer } from '../../support/server.ts';
import type { Mentions, NaiveMessage } from '../naive/message.ts';
import type { Privacy } from '../naive/organization.ts';
import { readable } from '../naive/visible.ts';
import { NaiveModel } from '../naive-model.ts';
import { pick, type Step } from './step.ts';

const names = ['adam', 'mona', 'mel', 'mia', 'max'] as const satisfies readonly DemoName[];
const fullNames = ['Adam Admin', 'Mona Moderator', 'Mel Member', 'Mia Member', 'Max Member'] as const;
const MEMBER = 400;
export const words = ['harvest', 'lantern'] as const;
const privacies: readonly Privacy[] = ['public', 'public', 'protected'];

/** The parameters to create and change a channel of each privacy. */
const privacyParameters = {
  public: { invite_only: false, history_public_to_subscribers: true },
  private: { invite_only: true, history_public_to_subscribers: true },
  protected: { invite_only: true, history_public_to_subscribers: false },
} as const satisfies Record<Privacy, object>;

export class HistoryFixture {
  readonly operator: ApiClient;
  readonly groups: { readonly crew: number; readonly squad: number };
  readonly #people: readonly ApiClient[];
  readonly #roles: ReadonlyMap<number, number>;
  model: NaiveModel;
  channels: { readonly id: number; readonly name: string }[] = [];
  /** The messages that the model knows; other notices of the server are not compared. */
  readonly sent = new Set<number>();
  /** Clients that follow the events of each person who was active during the whole history. */
  readonly followers = new Map<number, Listener>();
  #histories = 0;
  #texts = 0;

  private constructor(
    operator: ApiClient,
    people: readonly ApiClient[],
    roles: ReadonlyMap<number, number>,
    groups: HistoryFixture['groups'],
  ) {
    this.operator = operator;
    this.#people = people;
    this.#roles = roles;
    this.groups = groups;
    this.model = this.#newModel();
  }

  static async start(): Promise<HistoryFixture> {
    const server = await startTestServer();
    const operator = await server.as('olive');
    const people = await Promise.all(names.map((name) => server.as(name)));
    const roles = new Map<number, number>();
    for (const person of people) {
      roles.set(person.userId, (await person.ok('GET', '/users/me')).role);
      await person.ok('PATCH', '/settings', {
        automatically_follow_topics_policy: 4,
        automatically_unmute_topics_in_muted_streams_policy: 4,
        automatically_follow_topics_where_mentioned: false,
      });
    }
    const newGroup = async (name: string): Promise<number> => {
      const group = { name, description: '', members: [] };
      return (await operator.ok('POST', '/user_groups/create', group)).group_id;
    };
    const groups = { crew: await newGroup('crew'), squad: await newGroup('squad') };
    return new HistoryFixture(operator, people, roles, groups);
  }

  #newModel(): NaiveModel {
    return new NaiveModel(this.#people.map(({ userId }) => userId));
  }

  client(person: number): ApiClient {
    const client = this.#people.find(({ userId }) => userId === person);
    if (!client) throw new Error(`no person has the id ${person}`);
    return client;
  }

  /** Makes a guest a member, and then what they were before, as the product requires. */
  async endGuest(person: number): Promise<void> {
    const role = this.#roles.get(person) ?? MEMBER;
    await this.operator.ok('PATCH', `/users/${person}`, { role: MEMBER });
    if (role !== MEMBER) await this.operator.ok('PATCH', `/users/${person}`, { role });
  }

  // --- the beginning of a history --------------------------------------------------------------------------

  async begin(): Promise<void> {
    await this.#restore();
    this.model = this.#newModel();
    this.#histories++;
    this.channels = [];
    for (const [index, privacy] of privacies.entries()) {
      const name = `history ${this.#histories} ${index}`;
      const first = this.#people.slice(0, 3 + index).map(({ userId }) => userId);
      await this.operator.ok('POST', '/users/me/subscriptions', {
        subscriptions: [{ name }],
        principals: [this.operator.userId, ...first],
        ...privacyParameters[privacy],
      });
      const { stream_id: id } = await this.operator.ok('GET', '/get_stream_id', { stream: name });
      this.channels.push({ id, name });
      this.model.organization.addChannel(id, privacy, first);
    }
    for (const person of this.#people) await person.ok('POST', '/mark_all_as_read');
    this.sent.clear();
    for (const person of this.#people) this.followers.set(person.userId, await person.registerQueue());
  }

  /** Restores what outlives a history's channels. */
  async #restore(): Promise<void> {
    const { operator, groups } = this;
    const { inactive, guests, mutedPeople, alertWords, noticePolicies, crew, squad, isSquadInCrew } =
      this.model.organization;
    for (const person of inactive) await operator.ok('POST', `/users/${person}/reactivate`);
    for (const person of guests) await this.endGuest(person);
    for (const pair of mutedPeople) {
      const [muter = 0, mutedId = 0] = pair.split(' ').map(Number);
      await this.client(muter).ok('DELETE', `/users/me/muted_users/${mutedId}`);
    }
    for (const person of noticePolicies.keys()) {
      const usual = { resolved_topic_notice_auto_read_policy: 'except_followed' };
      await this.client(person).ok('PATCH', '/settings', usual);
    }
    for (const pair of alertWords) {
      const [person = '', word = ''] = pair.split(' ');
      await this.client(Number(person)).ok('DELETE', '/users/me/alert_words', { alert_words: [word] });
    }
    for (const [id, members] of [
      [groups.crew, crew],
      [groups.squad, squad],
    ] as const) {
      if (members.size > 0) await operator.ok('POST', `/user_groups/${id}/members`, { delete: [...members] });
    }
    if (isSquadInCrew) {
      await operator.ok('POST', `/user_groups/${groups.crew}/subgroups`, { delete: [groups.squad] });
    }
  }

  // --- the objects of a step -------------------------------------------------------------------------------

  mentions(step: Step, isChannel: boolean): Mentions {
    const bits = step.how;
    return {
      people: this.model.organization.active.filter((_, index) => (bits >> (index + 4)) % 4 === 3),
      group: bits % 5 === 0,
      channel: isChannel && bits % 7 === 0,
      topic: isChannel && bits % 3 === 0,
      words: words.filter((_, index) => (bits >> (index + 11)) % 3 === 0),
    };
  }

  text(mentions: Mentions): string {
    const parts = [`text ${++this.#texts}`, ...mentions.words];
    for (const person of mentions.people) {
      parts.push(`@**${fullNames[this.#people.findIndex(({ userId }) => userId === person)]}**`);
    }
    if (mentions.group) parts.push('@*crew*');
    if (mentions.channel) parts.push('@**all**');
    if (mentions.topic) parts.push('@**topic**');
    return parts.join(' ');
  }

  message(person: number, step: Step): NaiveMessage | undefined {
    return pick(readable(this.model, person), step.what);
  }

  /** A few messages that an account may read: one, or neighbors; sometimes many, back to the oldest. */
  messages(person: number, step: Step): number[] {
    const all = readable(this.model, person);
    if (all.length === 0) return [];
    const from = step.what % all.length;
    const count = step.how % 7 === 0 ? 15 : 1 + (step.how % 3);
    return all.slice(from, from + count).map(({ id }) => id);
  }

  /** Whether a conversation can no longer be changed. */
  isFrozen({ conversation }: NaiveMessage): boolean {
    return 'channel' in conversation && this.model.organization.isArchived(conversation.channel);
  }
}
