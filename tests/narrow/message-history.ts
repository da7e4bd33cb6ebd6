// A small history that the narrow tests share: every message has a label, and results are lists of labels.

import type { ApiClient } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';

/** A term as clients send it. */
export type WireTerm = { operator: string; operand: unknown; negated?: boolean } | [string, string];

export const term = (operator: string, operand: unknown): WireTerm => ({ operator, operand });
export const not = (operator: string, operand: unknown): WireTerm => ({ operator, operand, negated: true });

export interface MessageHistory {
  readonly people: Record<'olive' | 'adam' | 'mel' | 'mia' | 'max' | 'gus', ApiClient>;
  readonly channels: Record<string, number>;
  readonly ids: Record<string, number>;
  /** The labels of the messages that a narrow finds. */
  find(reader: ApiClient, narrow: readonly WireTerm[]): Promise<string[]>;
  /** The labels of ids; ids from other tests are left out. */
  labelsOf(ids: readonly number[]): string[];
}

async function channel(
  owner: ApiClient,
  name: string,
  subscribers: readonly ApiClient[],
  options: Record<string, unknown> = {},
): Promise<number> {
  const { id } = await owner.ok('POST', '/channels/create', {
    name,
    subscribers: subscribers.map((person) => person.userId),
    ...options,
  });
  return id;
}

async function subscribe(by: ApiClient, name: string, principals: readonly ApiClient[]): Promise<void> {
  await by.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: principals.map((person) => person.userId),
  });
}

async function unsubscribe(by: ApiClient, name: string): Promise<void> {
  await by.ok('DELETE', '/users/me/subscriptions', { subscriptions: [name] });
}

/** Creates the history on a fresh server. */
export async function createHistory(server: TestServer): Promise<MessageHistory> {
  const [olive, adam, mel, mia, max, gus] = await Promise.all(
    (['olive', 'adam', 'mel', 'mia', 'max', 'gus'] as const).map((name) => server.as(name)),
  );
  if (!olive || !adam || !mel || !mia || !max || !gus) throw new Error('an account is missing');
  const ids: Record<string, number> = {};
  const channels = {
    alpha: await channel(olive, 'alpha', [olive, mel, mia]),
    beta: await channel(olive, 'beta', [olive, mia, max]),
    secret: await channel(olive, 'secret', [mel, mia], {
      invite_only: true,
      history_public_to_subscribers: true,
    }),
    vault: await channel(olive, 'vault', [olive], {
      invite_only: true,
      history_public_to_subscribers: false,
    }),
    left: await channel(olive, 'left', [olive, mel, mia]),
    gone: await channel(olive, 'gone', [olive, mel, mia], {
      invite_only: true,
      history_public_to_subscribers: true,
    }),
    loud: await channel(olive, 'loud', [olive, mel, mia]),
  };

  ids.a1 = await mel.sendToChannel('alpha', 'Plans', 'first plans, see https://example.com/one');
  ids.a2 = await mia.sendToChannel('alpha', 'plans', 'second plans for @**Mel Member**');
  ids.b1 = await mia.sendToChannel('beta', 'hidden', 'never received by mel');
  ids.b2 = await max.sendToChannel('beta', '✔ done', 'resolved and waving');
  ids.v1 = await olive.sendToChannel('vault', 'old', 'before mel came');
  await subscribe(olive, 'vault', [mel]);
  ids.v2 = await olive.sendToChannel('vault', 'old', 'after mel came');
  ids.s1 = await mia.sendToChannel('secret', 'quiet', 'between us');
  ids.e1 = await mel.sendToChannel('alpha', '', 'no topic at all');
  ids.w1 = await gus.sendToChannel('town square', 'hello', 'a guest waves');
  ids.d1 = await mel.sendDirect([mia.userId], 'from mel to mia');
  ids.d2 = await mia.sendDirect([mel.userId], 'from mia to mel');
  ids.n1 = await mel.sendDirect([mel.userId], 'a note to self');
  ids.g1 = await mia.sendDirect([mel.userId, max.userId], 'three of us');
  ids.x1 = await mia.sendDirect([max.userId], 'without mel');
  ids.all1 = await adam.sendToChannel('general', 'attention', '@**all** listen');
  ids.l1 = await mia.sendToChannel('left', 'times', 'while subscribed');
  await unsubscribe(mel, 'left');
  ids.l2 = await mia.sendToChannel('left', 'times', 'while away');
  await subscribe(mel, 'left', [mel]);
  ids.l3 = await mia.sendToChannel('left', 'times', 'back again');
  ids.p1 = await mia.sendToChannel('gone', 'past', 'you will lose this');
  await unsubscribe(mel, 'gone');
  ids.lo1 = await mia.sendToChannel('loud', 'noise', 'in a muted channel');
  ids.lo2 = await mia.sendToChannel('loud', 'signal', 'in a followed topic');
  ids.q1 = await mia.sendToChannel('alpha', 'muted one', 'in a muted topic');
  ids.m1 = await mia.sendToChannel('alpha', 'to move', 'moved away');
  ids.m2 = await max.sendToChannel('beta', 'to arrive', 'moved in');

  const move = (label: string, channelId: number, topic: string) =>
    olive.ok('PATCH', `/messages/${ids[label]}`, {
      stream_id: channelId,
      topic,
      propagate_mode: 'change_all',
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: false,
    });
  await move('m1', channels.beta, 'moved');
  await move('m2', channels.alpha, 'arrived');
  await mel.ok('POST', '/messages/flags', { messages: [ids.a1, ids.b1], op: 'add', flag: 'starred' });
  await mel.ok('POST', '/user_topics', {
    stream_id: channels.alpha,
    topic: 'Muted one',
    visibility_policy: 1,
  });
  await mel.ok('POST', '/user_topics', { stream_id: channels.loud, topic: 'signal', visibility_policy: 3 });
  await mel.ok('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: channels.loud, property: 'is_muted', value: true }],
  });
  await mia.ok('POST', `/messages/${ids.a1}/reactions`, { emoji_name: 'octopus' });

  const labels = new Map(Object.entries(ids).map(([label, id]) => [id, label]));
  const labelsOf = (found: readonly number[]) =>
    found.map((id) => labels.get(id)).filter((label): label is string => label !== undefined);
  return {
    people: { olive, adam, mel, mia, max, gus },
    channels,
    ids,
    labelsOf,
    async find(reader, narrow) {
      const body = await reader.ok('GET', '/messages', {
        anchor: 'newest',
        num_before: 1000,
        num_after: 0,
        narrow,
      });
      return labelsOf(body.messages.map((message: { id: number }) => message.id));
    },
  };
}
