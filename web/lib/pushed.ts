// What a push from the server says, as a notification. The service worker shows it while no page may be open, so it has no
// state to ask and knows the words alone that a page left for it.

import { narrowAddress } from './address.ts';

/** What a page leaves for the service worker. */
export interface PushWords {
  /** A topic without a name. */
  readonly generalChat: string;
  /** What a test says. */
  readonly trial: string;
  /** In place of what a direct message says; undefined where that may be shown. */
  readonly newDirect: string | undefined;
}

export interface PushedNotice {
  readonly title: string;
  readonly body: string;
  /** That of the page's own notifications of the same conversation, so that one takes the place of the other. */
  readonly tag: string;
  readonly address: string;
  /** A picture that this server has. */
  readonly icon: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A picture of another server is not asked for. */
function pictureOf(address: unknown, origin: string): string | undefined {
  const text = textOf(address);
  return URL.canParse(text) && new URL(text).origin === origin ? text : undefined;
}

function ofMessage(pushed: Fields, words: PushWords, origin: string): PushedNotice {
  const who = textOf(pushed.sender_full_name);
  const icon = pictureOf(pushed.sender_avatar_url, origin);
  const body = textOf(pushed.content);
  if (pushed.recipient_type === 'channel') {
    const [name, topic] = [textOf(pushed.channel_name), textOf(pushed.topic)];
    const channel = { operator: 'channel', operand: String(pushed.channel_id), isNegated: false };
    const terms = [channel, { operator: 'topic', operand: topic, isNegated: false }];
    const address = narrowAddress(terms, () => name);
    return { title: `${who} (#${name} › ${topic || words.generalChat})`, body, tag: address, address, icon };
  }
  const people = Array.isArray(pushed.recipient_user_ids) ? pushed.recipient_user_ids.map(Number) : [];
  const others = people.filter((id) => id !== pushed.user_id).sort((a, b) => a - b);
  const operand = (others.length > 0 ? others : [Number(pushed.user_id)]).join(',');
  const address = narrowAddress([{ operator: 'dm', operand, isNegated: false }], () => undefined);
  return { title: who, body: words.newDirect ?? body, tag: address, address, icon };
}

/** The notification of what was pushed; undefined for what shows none. @param origin the server's */
export function pushedNotice(pushed: Fields, words: PushWords, origin: string): PushedNotice | undefined {
  if (pushed.type === 'message') return ofMessage(pushed, words, origin);
  if (pushed.type !== 'test') return undefined;
  const title = textOf(pushed.realm_name) || 'Parley';
  return { title, body: words.trial, tag: 'trial', address: '#', icon: undefined };
}
