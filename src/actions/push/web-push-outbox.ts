// What is to be carried to browsers and apps by Web Push, on its way: rows of the outbox for one person each, who may have
// chosen a slow service. They name messages, and what a message says is read when it is sent.

import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Writer } from '../../storage/session.ts';
import { webSubscribersAmong } from '../../stores/push/web-subscription-store.ts';
import { fullAmong, isWaiting, queueWorkFor, receiverOf } from '../outbox/outbox-store.ts';

/** The kind of such rows in the outbox. */
export const WEB_PUSH_KIND = 'web-push';

/** What is told. */
type Told =
  | { readonly type: 'message'; readonly messageId: number }
  | { readonly type: 'remove'; readonly messageIds: readonly number[] }
  | { readonly type: 'test' };

/** What is told to a person. */
export type WebPushWork = Told & {
  readonly accountId: number;
  /** When that was, in seconds; after hours nobody wants to hear of it. */
  readonly queuedAt: number;
  /** The subscriptions that it is for; all unless given. */
  readonly only?: readonly number[];
  /** Until when the push services of some of them want to be left alone, by subscription. */
  readonly notBefore?: Readonly<Record<number, number>>;
};

/** Rows that one statement inserts. */
const ROWS_AT_ONCE = 500;

/** Queues the same for some people; for whom too much waits already, nothing. Gives for how many it was queued. */
async function queueFor(
  writer: Writer,
  accountIds: readonly number[],
  told: Told & Pick<WebPushWork, 'only'>,
): Promise<number> {
  const receivers = new Map(accountIds.map((id) => [id, receiverOf(writer.organizationId, id)]));
  const full = await fullAmong(
    writer,
    WEB_PUSH_KIND,
    [...receivers.values()],
    limits.webPushesWaitingPerAccount,
  );
  const works = [...receivers]
    .filter(([, receiver]) => !full.has(receiver))
    .map(([accountId, receiver]) => {
      const work: WebPushWork = { ...told, accountId, queuedAt: writer.now };
      return { receiver, payload: JSON.stringify(work) };
    });
  for (let start = 0; start < works.length; start += ROWS_AT_ONCE)
    await queueWorkFor(writer, WEB_PUSH_KIND, ...works.slice(start, start + ROWS_AT_ONCE));
  return works.length;
}

/** Tells those of some people who have a subscription of a message. */
export async function queueWebMessage(
  writer: Writer,
  messageId: number,
  accountIds: readonly number[],
): Promise<void> {
  const reached = await webSubscribersAmong(writer, accountIds);
  if (reached.length > 0) await queueFor(writer, reached, { type: 'message', messageId });
}

/** Takes notifications back where a person has something that wants to know. */
export async function queueWebRemoval(
  writer: Writer,
  accountId: number,
  messageIds: readonly number[],
): Promise<void> {
  const reached = await webSubscribersAmong(writer, [accountId], { takesRemovals: true });
  if (reached.length > 0) await queueFor(writer, reached, { type: 'remove', messageIds });
}

/** Queues work for those of a person's that fail, which has places of its own: it holds up none for the others. */
export async function queueForFailing(writer: Writer, work: WebPushWork): Promise<void> {
  const receiver = receiverOf(writer.organizationId, `${work.accountId}/failing`);
  if (await isWaiting(writer, WEB_PUSH_KIND, receiver, limits.webPushesWaitingPerAccount)) return;
  await queueWorkFor(writer, WEB_PUSH_KIND, { receiver, payload: JSON.stringify(work) });
}

/** Sends a test to some of a person's; refuses where too much waits already. */
export async function queueTest(writer: Writer, accountId: number, only: readonly number[]): Promise<void> {
  const queued = await queueFor(writer, [accountId], { type: 'test', only });
  if (queued === 0) throw badRequest('Very many notifications wait for you already: try again later.');
}
