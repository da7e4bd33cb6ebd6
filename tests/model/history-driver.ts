// Plays steps on a server and on the naive model at once. A step holds numbers; whom and what they mean depends on
// what there is when it is played, so that every list of steps is a history. What the rules of the product forbid
// is passed over.

import { isDeepStrictEqual } from 'node:util';
import type { ApiClient } from '../support/client.ts';
import { type DemoName, startTestServer } from '../support/server.ts';
import { type Mentions, type NaiveMessage, NaiveModel, type Place } from './naive-model.ts';

const names = ['adam', 'mona', 'mel', 'mia', 'max'] as const satisfies readonly DemoName[];
const fullNames = ['Adam Admin', 'Mona Moderator', 'Mel Member', 'Mia Member', 'Max Member'] as const;
const topics = ['alpha', 'beta', 'Alpha', ''] as const;

/** How often each kind of step comes, by how often it stands here. */
const kinds = [
  'send',
  'send',
  'send',
  'send',
  'send',
  'send',
  'tell',
  'tell',
  'edit',
  'edit',
  'move',
  'move',
  'move',
  'delete',
  'subscribe',
  'subscribe',
  'unsubscribe',
  'mutePerson',
  'unmutePerson',
  'muteChannel',
  'read',
  'read',
  'read',
  'unread',
  'unread',
  'unread',
  'readChannel',
  'readTopic',
  'readAll',
  'star',
  'star',
  'unstar',
  'joinGroup',
  'leaveGroup',
  'deactivate',
  'reactivate',
] as const;
export type StepKind = (typeof kinds)[number];

export interface Step {
  readonly kind: StepKind;
  readonly who: number;
  readonly what: number;
  readonly where: number;
  readonly how: number;
}

function pick<T>(list: readonly T[], index: number): T | undefined {
  return list.length === 0 ? undefined : list[index % list.length];
}

export class HistoryDriver {
  readonly kinds = kinds;

  readonly #operator: ApiClient;
  readonly #people: readonly ApiClient[];
  readonly #groupId: number;
  #model: NaiveModel;
  #channels: { readonly id: number; readonly name: string }[] = [];
  #histories = 0;
  #texts = 0;
  /** What was sent in this history; the server's own notices are not. */
  readonly #sent = new Set<number>();
  #story: string[] = [];

  private constructor(operator: ApiClient, people: readonly ApiClient[], groupId: number) {
    this.#operator = operator;
    this.#people = people;
    this.#groupId = groupId;
    this.#model = this.#newModel();
  }

  static async start(): Promise<HistoryDriver> {
    const server = await startTestServer();
    const operator = await server.as('olive');
    const people = await Promise.all(names.map((name) => server.as(name)));
    for (const person of people) {
      await person.ok('PATCH', '/settings', {
        automatically_follow_topics_policy: 4,
        automatically_unmute_topics_in_muted_streams_policy: 4,
        automatically_follow_topics_where_mentioned: false,
      });
    }
    const group = { name: 'crew', description: '', members: [] };
    const { group_id: groupId } = await operator.ok('POST', '/user_groups/create', group);
    return new HistoryDriver(operator, people, Number(groupId));
  }

  #newModel(): NaiveModel {
    return new NaiveModel(this.#people.map(({ userId }) => userId));
  }

  #client(person: number): ApiClient {
    const client = this.#people.find(({ userId }) => userId === person);
    if (!client) throw new Error(`nobody has the id ${person}`);
    return client;
  }

  // --- a fresh start ---------------------------------------------------------------------------------------

  async #begin(): Promise<void> {
    await this.#putBack();
    this.#model = this.#newModel();
    this.#story = [];
    this.#histories++;
    this.#channels = [];
    for (const [index, isPrivate] of [false, false, true].entries()) {
      const name = `history ${this.#histories} ${index}`;
      const first = this.#people.slice(0, 3 + index).map(({ userId }) => userId);
      await this.#operator.ok('POST', '/users/me/subscriptions', {
        subscriptions: [{ name }],
        principals: [this.#operator.userId, ...first],
        ...(isPrivate && { invite_only: true, history_public_to_subscribers: false }),
      });
      const { stream_id: id } = await this.#operator.ok('GET', '/get_stream_id', { stream: name });
      this.#channels.push({ id, name });
      this.#model.addChannel(id, isPrivate, first);
    }
    for (const person of this.#people) await person.ok('POST', '/mark_all_as_read');

    this.#sent.clear();
  }

  /** Undoes what a history changed that outlives its channels. */
  async #putBack(): Promise<void> {
    const { inactive, mutedPeople, group } = this.#model;
    for (const person of inactive) await this.#operator.ok('POST', `/users/${person}/reactivate`);
    for (const pair of mutedPeople) {
      const [muter = 0, muted = 0] = pair.split(' ').map(Number);
      await this.#client(muter).ok('DELETE', `/users/me/muted_users/${muted}`);
    }
    if (group.size > 0) {
      await this.#operator.ok('POST', `/user_groups/${this.#groupId}/members`, { delete: [...group] });
    }
  }

  // --- steps -----------------------------------------------------------------------------------------------

  /** Plays a history from a fresh start; gives what was done, line by line. */
  async play(steps: readonly Step[]): Promise<readonly string[]> {
    await this.#begin();
    for (const step of steps) {
      try {
        const told = await this.#play(step);
        if (told) this.#story.push(told);
      } catch (cause) {
        throw new Error(`${(cause as Error).message}\n${this.#story.join('\n')}\n${JSON.stringify(step)}`, {
          cause,
        });
      }
    }
    return this.#story;
  }

  #mentions(step: Step, isChannel: boolean): Mentions {
    const bits = step.how;
    return {
      people: this.#model.active.filter((_, index) => (bits >> (index + 4)) % 4 === 3),
      group: bits % 5 === 0,
      channel: isChannel && bits % 7 === 0,
      topic: isChannel && bits % 3 === 0,
    };
  }

  #text(mentions: Mentions): string {
    const words = [`text ${++this.#texts}`];
    for (const person of mentions.people) {
      words.push(`@**${fullNames[this.#people.findIndex(({ userId }) => userId === person)]}**`);
    }
    if (mentions.group) words.push('@*crew*');
    if (mentions.channel) words.push('@**all**');
    if (mentions.topic) words.push('@**topic**');
    return words.join(' ');
  }

  #message(person: number, step: Step): NaiveMessage | undefined {
    return pick(
      [...this.#model.messages.values()].filter((message) => this.#model.mayRead(person, message)),
      step.what,
    );
  }

  /** A few messages that a person may read: one, or neighbours. */
  #messages(person: number, step: Step): number[] {
    const all = [...this.#model.messages.values()].filter((message) => this.#model.mayRead(person, message));
    if (all.length === 0) return [];
    const from = step.what % all.length;
    return all.slice(from, from + 1 + (step.how % 3)).map(({ id }) => id);
  }

  async #play(step: Step): Promise<string | undefined> {
    const model = this.#model;
    const person = pick(model.active, step.who);
    const channel = pick(this.#channels, step.where);
    if (person === undefined || channel === undefined) return this.#reactivate(step);
    const client = this.#client(person);
    const known = model.channels.get(channel.id);
    const isSubscribed = model.isSubscribed(person, channel.id);
    const topic = pick(topics, step.what) ?? '';
    switch (step.kind) {
      case 'send': {
        if (known?.isPrivate && !isSubscribed) return undefined;
        const mentions = this.#mentions(step, true);
        const id = await client.say(channel.name, topic, this.#text(mentions));
        model.send(id, person, { channel: channel.id, topic }, mentions);
        this.#sent.add(id);
        return `${id}: ${person} sends to ${channel.id} > ${topic}: ${JSON.stringify(mentions)}`;
      }
      case 'tell':
        return this.#tell(person, step);
      case 'edit':
        return this.#edit(step);
      case 'move':
        return this.#move(step);
      case 'delete': {
        const message = pick([...model.messages.values()], step.what);
        if (!message || 'people' in message.place) return undefined;
        await this.#operator.ok('DELETE', `/messages/${message.id}`);
        model.delete(message.id);
        return `${message.id} is deleted`;
      }
      case 'subscribe':
        if (isSubscribed) return undefined;
        await this.#operator.ok('POST', '/users/me/subscriptions', {
          subscriptions: [{ name: channel.name }],
          principals: [person],
          send_new_subscription_messages: false,
        });
        model.subscribe(person, channel.id);
        return `${person} joins ${channel.id}`;
      case 'unsubscribe':
        if (!isSubscribed) return undefined;
        await client.ok('DELETE', '/users/me/subscriptions', { subscriptions: [channel.name] });
        model.unsubscribe(person, channel.id);
        return `${person} leaves ${channel.id}`;
      case 'mutePerson': {
        const muted = pick(model.people, step.what);
        if (muted === undefined || muted === person || model.mutedPeople.has(`${person} ${muted}`))
          return undefined;
        if (model.inactive.has(muted)) return undefined;
        await client.ok('POST', `/users/me/muted_users/${muted}`);
        model.mutePerson(person, muted);
        return `${person} mutes ${muted}`;
      }
      case 'unmutePerson': {
        const muted = model.people.find((one) => model.mutedPeople.has(`${person} ${one}`));
        if (muted === undefined || model.inactive.has(muted)) return undefined;
        await client.ok('DELETE', `/users/me/muted_users/${muted}`);
        model.unmutePerson(person, muted);
        return `${person} unmutes ${muted}`;
      }
      case 'muteChannel': {
        if (!isSubscribed || !known) return undefined;
        const value = !known.muted.has(person);
        await client.ok('POST', '/users/me/subscriptions/properties', {
          subscription_data: [{ stream_id: channel.id, property: 'is_muted', value }],
        });
        if (value) known.muted.add(person);
        else known.muted.delete(person);
        return `${person} ${value ? 'mutes' : 'unmutes'} ${channel.id}`;
      }
      case 'read':
      case 'unread': {
        const messages = this.#messages(person, step);
        const op = step.kind === 'read' ? 'add' : 'remove';
        await client.ok('POST', '/messages/flags', { messages, op, flag: 'read' });
        if (op === 'add') model.markRead(person, messages);
        else model.markUnread(person, messages);
        return `${person} marks ${messages} as ${step.kind}`;
      }
      case 'readChannel':
        if (known?.isPrivate && !isSubscribed) return undefined;
        await client.ok('POST', '/mark_stream_as_read', { stream_id: channel.id });
        model.markChannelRead(person, channel.id);
        return `${person} reads ${channel.id}`;
      case 'readTopic':
        if ((known?.isPrivate && !isSubscribed) || model.inTopic(channel.id, topic).length === 0)
          return undefined;
        await client.ok('POST', '/mark_topic_as_read', { stream_id: channel.id, topic_name: topic });
        model.markTopicRead(person, channel.id, topic);
        return `${person} reads ${channel.id} > ${topic}`;
      case 'readAll':
        if (step.how % 3 > 0) return undefined;
        await client.ok('POST', '/mark_all_as_read');
        model.markAllRead(person);
        return `${person} reads everything`;
      case 'star':
      case 'unstar': {
        const message = this.#message(person, step);
        if (!message) return undefined;
        const op = step.kind === 'star' ? 'add' : 'remove';
        await client.ok('POST', '/messages/flags', { messages: [message.id], op, flag: 'starred' });
        model.star(person, message.id, op === 'add');
        return `${person} ${step.kind}s ${message.id}`;
      }
      case 'joinGroup':
        if (model.group.has(person)) return undefined;
        await this.#operator.ok('POST', `/user_groups/${this.#groupId}/members`, { add: [person] });
        model.group.add(person);
        return `${person} is in the group`;
      case 'leaveGroup':
        if (!model.group.has(person)) return undefined;
        await this.#operator.ok('POST', `/user_groups/${this.#groupId}/members`, { delete: [person] });
        model.group.delete(person);
        return `${person} is not in the group`;
      case 'deactivate':
        if (model.active.length <= 2) return undefined;
        await this.#operator.ok('DELETE', `/users/${person}`);
        model.inactive.add(person);
        return `${person} is deactivated`;
      case 'reactivate':
        return this.#reactivate(step);
    }
  }

  async #tell(person: number, step: Step): Promise<string | undefined> {
    const model = this.#model;
    const others = model.people.filter((_, index) => (step.where >> index) % 2 === 1 && index < 3);
    const people = [...new Set([person, ...others])].sort((a, b) => a - b);
    if (people.length < 3 && people.some((one) => model.inactive.has(one))) return undefined;
    const mentions = this.#mentions(step, false);
    const id = await this.#client(person).tell(people, this.#text(mentions));
    model.send(id, person, { people }, mentions);
    this.#sent.add(id);
    return `${id}: ${person} tells ${people}: ${JSON.stringify(mentions)}`;
  }

  async #edit(step: Step): Promise<string | undefined> {
    const model = this.#model;
    const message = pick([...model.messages.values()], step.what);
    if (!message || model.inactive.has(message.sender) || !model.mayRead(message.sender, message))
      return undefined;
    const isChannel = 'channel' in message.place;
    const mentions = this.#mentions(step, isChannel);
    await this.#client(message.sender).ok('PATCH', `/messages/${message.id}`, {
      content: this.#text(mentions),
    });
    model.edit(message.id, mentions);
    return `${message.id} is edited: ${JSON.stringify(mentions)}`;
  }

  async #move(step: Step): Promise<string | undefined> {
    const model = this.#model;
    const message = pick([...model.messages.values()], step.what);
    const channel = pick(this.#channels, step.where);
    const topic = pick(topics, step.how) ?? '';
    if (!message || !channel || !('channel' in message.place)) return undefined;
    const from: Extract<Place, { channel: number }> = message.place;
    const changesTopic = from.topic.toLowerCase() !== topic.toLowerCase();
    if (from.channel === channel.id && !changesTopic) return undefined;
    const mode = pick(['change_one', 'change_later', 'change_all'] as const, step.who) ?? 'change_one';
    const inTopic = model.inTopic(from.channel, from.topic).map(({ id }) => id);
    const ids =
      mode === 'change_one'
        ? [message.id]
        : inTopic.filter((id) => mode === 'change_all' || id >= message.id);
    await this.#operator.ok('PATCH', `/messages/${message.id}`, {
      ...(changesTopic && { topic }),
      ...(from.channel !== channel.id && { stream_id: channel.id }),
      propagate_mode: mode,
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: false,
    });
    model.move(ids, channel.id, changesTopic ? topic : from.topic);
    return `${ids} move from ${from.channel} > ${from.topic} to ${channel.id} > ${topic}`;
  }

  async #reactivate(step: Step): Promise<string | undefined> {
    const person = pick([...this.#model.inactive], step.what);
    if (person === undefined) return undefined;
    await this.#operator.ok('POST', `/users/${person}/reactivate`);
    this.#model.inactive.delete(person);
    return `${person} is reactivated`;
  }

  // --- comparing -------------------------------------------------------------------------------------------

  /** What differs between the server and the model, in words; undefined when nothing does. */
  async firstDifference(): Promise<string | undefined> {
    for (const person of this.#model.active) {
      const problem = (await this.#inMessages(person)) ?? (await this.#inUnread(person));
      if (problem) return `${person}: ${problem}`;
    }
    return this.#inReceipts();
  }

  async #inMessages(person: number): Promise<string | undefined> {
    const model = this.#model;
    const client = this.#client(person);
    const all = [...model.messages.values()];
    const readable = all.filter((message) => model.mayRead(person, message));
    const answer = await client.ok('GET', '/messages', { message_ids: all.map(({ id }) => id) });
    const flags = new Map<number, string[]>();
    for (const message of answer.messages) {
      flags.set(message.id, message.flags.filter((flag: string) => flag !== 'wildcard_mentioned').sort());
    }
    const received = readable.filter((message) => message.rows.has(person));
    const seen = difference(
      'own messages',
      [...flags.keys()],
      received.map(({ id }) => id),
    );
    if (seen) return seen;
    for (const { id } of all.filter((message) => !message.rows.has(person))) {
      const { status, body } = await client.request('GET', `/messages/${id}`);
      if (status === 200) flags.set(id, [...body.message.flags].sort());
    }
    const visible = [...flags.keys()].sort((a, b) => a - b);
    const unseen = difference(
      'readable messages',
      visible,
      readable.map(({ id }) => id),
    );
    if (unseen) return unseen;
    for (const message of readable) {
      const problem = difference(
        `flags of ${message.id}`,
        flags.get(message.id),
        model.flags(person, message),
      );
      if (problem) return problem;
    }
    const page = await client.ok('GET', '/messages', { anchor: 'newest', num_before: 1000, num_after: 0 });
    const history = page.messages.map(({ id }: { id: number }) => id);
    return difference(
      'history',
      history.filter((id: number) => this.#sent.has(id)),
      model.history(person),
    );
  }

  async #inUnread(person: number): Promise<string | undefined> {
    const model = this.#model;
    const { unread_msgs: unread } = await this.#client(person).ok('POST', '/register', {
      fetch_event_types: ['message', 'update_message_flags'],
      client_capabilities: { empty_topic_name: true },
    });
    const ids: number[] = [...unread.streams, ...unread.pms, ...unread.huddles]
      .flatMap((group: { unread_message_ids: number[] }) => group.unread_message_ids)
      .sort((a: number, b: number) => a - b);
    const own = ids.filter((id) => this.#sent.has(id));
    const count = unread.count - (ids.length - own.length);
    return (
      difference(
        'unread',
        own,
        model.unread(person).map(({ id }) => id),
      ) ??
      difference('count', count, model.unreadCount(person)) ??
      difference('mentions', unread.mentions, model.unreadMentions(person))
    );
  }

  async #inReceipts(): Promise<string | undefined> {
    const model = this.#model;
    for (const message of model.messages.values()) {
      const asker = model.active.find((person) => model.mayRead(person, message));
      if (asker === undefined) continue;
      const { user_ids: ids } = await this.#client(asker).ok('GET', `/messages/${message.id}/read_receipts`);
      const readers = ids.filter((id: number) => model.people.includes(id));
      const problem = difference(
        `receipts of ${message.id} for ${asker}`,
        readers,
        model.readers(message, asker),
      );
      if (problem) return problem;
    }
    return undefined;
  }
}

function difference(what: string, actual: unknown, expected: unknown): string | undefined {
  if (isDeepStrictEqual(actual, expected)) return undefined;
  return `${what}: ${JSON.stringify(actual)}, and not ${JSON.stringify(expected)}`;
}
