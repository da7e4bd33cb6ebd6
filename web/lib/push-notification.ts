// Turns a push message into a notification. The service worker shows it, possibly while no page is open, so
// it has no state and uses only the texts that a page has stored for it.

import { narrowAddress } from './address.ts';
import type { RingTexts } from './ring-notification.ts';
import { isRecord } from './stored-values.ts';

/** The texts that a page stores for the service worker. */
export interface PushTexts {
  /** A topic without a name. */
  readonly generalChat: string;
  /** The text of a test notification. */
  readonly trial: string;
  /** Shown instead of the text of a direct message; undefined if the text may be shown. */
  readonly newDirect: string | undefined;
  /** Undefined if an earlier version of the client has stored the texts. */
  readonly ring?: RingTexts | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The texts before a page has stored any. */
const noTexts: PushTexts = { generalChat: '', trial: '', newDirect: undefined };

/**
 * The texts that a page has stored, or empty texts if none has. A broken record does not say whether the text of a
 * direct message may be shown, so it is hidden.
 */
export function storedTexts(value: unknown): PushTexts {
  if (value === undefined) return noTexts;
  if (!isRecord(value)) return { ...noTexts, newDirect: '' };
  const { generalChat, trial, newDirect, ring } = value;
  return {
    generalChat: textOf(generalChat),
    trial: textOf(trial),
    newDirect: newDirect === undefined ? undefined : textOf(newDirect),
    ...(isRecord(ring) && {
      ring: {
        isCalling: textOf(ring.isCalling),
        answer: textOf(ring.answer),
        decline: textOf(ring.decline),
      },
    }),
  };
}

export interface PushedNotification {
  readonly title: string;
  readonly body: string;
  /** The same tag as the page's own notifications of this conversation, so that one replaces the other. */
  readonly tag: string;
  readonly address: string;
  /** A picture on this server. */
  readonly icon: string | undefined;
  /** Set while a call rings for the person; the rest is the notification of its message. */
  readonly ring?: PushedRing;
}

export interface PushedRing {
  readonly callId: number;
  readonly callerName: string;
  readonly messageId: number;
  /** When ringing ends, in seconds since 1970. */
  readonly until: number;
  readonly texts: RingTexts;
}

/** Pictures of other servers are not loaded. */
function pictureOf(address: unknown, origin: string): string | undefined {
  const text = textOf(address);
  return URL.canParse(text) && new URL(text).origin === origin ? text : undefined;
}

function messageNotification(pushed: Fields, texts: PushTexts, origin: string): PushedNotification {
  const sender = textOf(pushed.sender_full_name);
  const icon = pictureOf(pushed.sender_avatar_url, origin);
  const body = textOf(pushed.content);
  const isReturn = pushed.is_return === true;
  if (pushed.recipient_type === 'channel') {
    const [name, topic] = [textOf(pushed.channel_name), textOf(pushed.topic)];
    const channel = { operator: 'channel', operand: String(pushed.channel_id), isNegated: false };
    const terms = [channel, { operator: 'topic', operand: topic, isNegated: false }];
    const address = narrowAddress(terms, () => name);
    return {
      // The server says in the language of the person which conversation is back.
      title: isReturn ? body : `${sender} (#${name} › ${topic || texts.generalChat})`,
      body: isReturn ? `#${name}` : body,
      tag: address,
      address,
      icon,
    };
  }
  const people = Array.isArray(pushed.recipient_user_ids) ? pushed.recipient_user_ids.map(Number) : [];
  const others = people.filter((id) => id !== pushed.user_id).sort((a, b) => a - b);
  const operand = (others.length > 0 ? others : [Number(pushed.user_id)]).join(',');
  const address = narrowAddress([{ operator: 'dm', operand, isNegated: false }], () => undefined);
  if (isReturn) return { title: body, body: '', tag: address, address, icon };
  return { title: sender, body: texts.newDirect ?? body, tag: address, address, icon };
}

function ringOf(pushed: Fields, now: number, texts: RingTexts): PushedRing | undefined {
  const { call_id: callId, call_until: until, message_id: messageId } = pushed;
  if (typeof callId !== 'number' || typeof until !== 'number' || typeof messageId !== 'number')
    return undefined;
  const callerName = textOf(pushed.sender_full_name);
  return until > now ? { callId, callerName, messageId, until, texts } : undefined;
}

/**
 * The notification for a push message; undefined if it shows none.
 * @param origin the server's origin
 * @param now seconds since 1970
 */
export function pushedNotification(
  pushed: Fields,
  texts: PushTexts,
  origin: string,
  now: number,
): PushedNotification | undefined {
  if (pushed.type === 'message') {
    const ring = texts.ring && ringOf(pushed, now, texts.ring);
    return { ...messageNotification(pushed, texts, origin), ...(ring && { ring }) };
  }
  if (pushed.type !== 'test') return undefined;
  const title = textOf(pushed.realm_name) || 'Parley';
  return { title, body: texts.trial, tag: 'trial', address: '#', icon: undefined };
}
