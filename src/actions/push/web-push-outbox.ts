// Outbox rows of Web Push. Each row is for one account, because an account may have chosen a slow push
// service. Rows name messages; the content is read when it is sent.

import {
  type Codec,
  count,
  exactly,
  list,
  mapOf,
  number,
  oneOf,
  optional,
  recordOf,
  variants,
} from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { webSubscribersAmong } from '../../stores/push/web-subscription-store.ts';
import { fullReceivers, hasWaitingWork, queueWorkFor, receiverOf } from '../outbox/outbox-store.ts';

/** The kind of the outbox rows. */
export const WEB_PUSH_KIND = 'web-push';

/** Whether the newest message of a conversation was read when the conversation came back from later. */
export type Returned = 'read' | 'unread';

/** The fields of a row about a conversation that came back from later. */
export interface ReturnedConversation {
  readonly returned?: Returned | undefined;
  /** The conversation, whose newest message is reported. Rows of earlier versions do not have it. */
  readonly conversationId?: number | undefined;
}

/** The codecs of the fields of `ReturnedConversation`. */
export const returnedFields = {
  returned: optional(oneOf('read', 'unread')),
  conversationId: optional(count),
};

/** The content of a push. */
type Push =
  | ({ readonly type: 'message'; readonly messageId: number } & ReturnedConversation)
  | { readonly type: 'remove'; readonly messageIds: readonly number[] }
  | { readonly type: 'test' };

/** One row's work. */
export type WebPushWork = Push & {
  readonly accountId: number;
  /** When it was queued, in seconds; work that is hours old is dropped. */
  readonly queuedAt: number;
  /** The subscriptions to push to; all if undefined. */
  readonly only?: readonly number[];
  /** The time before which a push service must not be contacted again, by subscription. */
  readonly notBefore?: Readonly<Record<number, number>>;
};

type Variant<T extends WebPushWork['type']> = Extract<WebPushWork, { readonly type: T }>;
const ids = list(count, Number.POSITIVE_INFINITY);
const common = {
  accountId: count,
  queuedAt: count,
  only: optional(ids),
  notBefore: optional(mapOf(number)),
};

/** The payload of a row. */
export const webPushWork: Codec<WebPushWork> = variants('type', {
  message: recordOf<Variant<'message'>>({
    type: exactly('message'),
    messageId: count,
    ...returnedFields,
    ...common,
  }),
  remove: recordOf<Variant<'remove'>>({ type: exactly('remove'), messageIds: ids, ...common }),
  test: recordOf<Variant<'test'>>({ type: exactly('test'), ...common }),
});

/** Rows that one statement inserts. */
const ROWS_AT_ONCE = 500;

/**
 * Queues the same push for the given accounts, except those with too much waiting already. Returns for how many it
 * was queued.
 */
async function queueFor(
  writer: Writer,
  accountIds: readonly number[],
  push: Push & Pick<WebPushWork, 'only'>,
): Promise<number> {
  const receivers = new Map(accountIds.map((id) => [id, receiverOf(writer.organizationId, id)]));
  const full = await fullReceivers(
    writer,
    WEB_PUSH_KIND,
    [...receivers.values()],
    limits.webPushesWaitingPerAccount,
  );
  const works = [...receivers]
    .filter(([, receiver]) => !full.has(receiver))
    .map(([accountId, receiver]) => {
      const work: WebPushWork = { ...push, accountId, queuedAt: writer.now };
      return { receiver, payload: JSON.stringify(work) };
    });
  for (let start = 0; start < works.length; start += ROWS_AT_ONCE)
    await queueWorkFor(writer, WEB_PUSH_KIND, ...works.slice(start, start + ROWS_AT_ONCE));
  return works.length;
}

/** Queues a message for those accounts that have a subscription. */
export async function queueWebMessage(
  writer: Writer,
  messageId: number,
  accountIds: readonly number[],
  back: ReturnedConversation = {},
): Promise<void> {
  const subscriberIds = await webSubscribersAmong(writer, accountIds);
  if (subscriberIds.length > 0)
    await queueFor(writer, subscriberIds, { type: 'message', messageId, ...back });
}

/** Queues the removal of notifications if a subscription supports removals. */
export async function queueWebRemoval(
  writer: Writer,
  accountId: number,
  messageIds: readonly number[],
): Promise<void> {
  const subscriberIds = await webSubscribersAmong(writer, [accountId], { takesRemovals: true });
  if (subscriberIds.length > 0) await queueFor(writer, subscriberIds, { type: 'remove', messageIds });
}

/**
 * Queues work for an account's failing subscriptions. It has a share of its own, so it does not delay the others.
 */
export async function queueForFailing(writer: Writer, work: WebPushWork): Promise<void> {
  const receiver = receiverOf(writer.organizationId, `${work.accountId}/failing`);
  if (await hasWaitingWork(writer, WEB_PUSH_KIND, receiver, limits.webPushesWaitingPerAccount)) return;
  await queueWorkFor(writer, WEB_PUSH_KIND, { receiver, payload: JSON.stringify(work) });
}

/** Queues a test push to some subscriptions of an account. @throws if too much work is pending already */
export async function queueTest(writer: Writer, accountId: number, only: readonly number[]): Promise<void> {
  const queued = await queueFor(writer, [accountId], { type: 'test', only });
  if (queued === 0) throw badRequest('Too many notifications are waiting for you. Try again later.');
}
