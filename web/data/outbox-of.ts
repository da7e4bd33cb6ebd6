// The outbox of an account: stored in the browser and sent by one tab at a time.

import { Backoff } from '../../client/backoff.ts';
import { ParleyError } from '../../client/parley-error.ts';
import { untilOnline } from '../components/until-online.ts';
import type { Destination } from '../lib/destination.ts';
import { Outbox, type OutboxStore, type OutgoingMessage, type SendError } from '../store/outbox.ts';
import { storedOutgoing } from '../store/stored-messages.ts';
import { readRecord, readRecords, removeRecord, writeRecord } from './database.ts';
import type { Organization } from './organization.ts';
import { removeFilesOf, sendFilesOf } from './pending-files.ts';

const outboxes = new WeakMap<Organization, Outbox>();

/** The outbox of the page. */
export function outboxOf(organization: Organization): Outbox {
  const existing = outboxes.get(organization);
  if (existing) return existing;
  const backoff = new Backoff();
  const sentAs = new Map<string, number>();
  const outbox = new Outbox({
    store: storeFor(organization.ownId),
    send: async (outgoing) => {
      const error = await send(organization, outgoing, (messageId) => sentAs.set(outgoing.id, messageId));
      backoff.reset();
      return error;
    },
    pause: () => untilOnline(backoff.next()),
    untilShown: ({ id }) => {
      const messageId = sentAs.get(id);
      sentAs.delete(id);
      return untilShown(organization, messageId);
    },
    withLock: async (run) => {
      if (navigator.locks) await navigator.locks.request('parley-outbox', run);
      else await run();
    },
    now: () => Date.now(),
  });
  // Every tab receives the event, so every tab removes what has arrived.
  organization.on('message', ({ local_message_id }) => {
    if (local_message_id !== undefined) void outbox.remove(local_message_id);
  });
  outboxes.set(organization, outbox);
  void outbox.open();
  return outbox;
}

/** Sends through the outbox; resolves when the message is stored. */
export function sendBy(organization: Organization): (to: Destination, content: string) => Promise<void> {
  return (destination, content) => outboxOf(organization).add(organization.queueId, destination, content);
}

/** Falls back to memory, since some browsers store nothing. */
function storeFor(ownId: number): OutboxStore {
  const prefix = `outbox/${ownId}/`;
  const inMemory = new Set<string>();
  return {
    all: async () => (await readRecords(prefix)).flatMap((record) => storedOutgoing(record) ?? []),
    has: async (id) => inMemory.has(id) || (await readRecord(`${prefix}${id}`)) !== undefined,
    put: async (outgoing) => {
      const isStored = await writeRecord(`${prefix}${outgoing.id}`, outgoing);
      if (!isStored) inMemory.add(outgoing.id);
    },
    remove: async (id) => {
      inMemory.delete(id);
      await removeRecord(`${prefix}${id}`);
    },
  };
}

/**
 * How long to wait for the event of a sent message. After that the network is probably gone, and the message
 * is fetched later.
 */
const SHOWN_MILLISECONDS = 5000;

/** Waits until a message has arrived by an event or in a page. */
async function untilShown(organization: Organization, messageId: number | undefined): Promise<void> {
  if (messageId === undefined || organization.messages.store.get(messageId)) return;
  await new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(finish, SHOWN_MILLISECONDS);
    const stop = organization.messages.store.listen(messageId, finish);
  });
}

async function send(
  organization: Organization,
  { id, queueId, destination, content }: OutgoingMessage,
  onSent: (messageId: number) => void,
): Promise<SendError | undefined> {
  const { client, ownId } = organization;
  try {
    const fields = { queue_id: queueId, local_id: id, content: await sendFilesOf(organization, content) };
    if (destination.kind === 'channel') {
      const { channelId = 0, topic } = destination;
      onSent((await client.call('send-message', { type: 'channel', to: channelId, topic, ...fields })).id);
    } else {
      const to = destination.personIds.length > 0 ? [...destination.personIds] : [ownId];
      onSent((await client.call('send-message', { type: 'direct', to, ...fields })).id);
    }
    await removeFilesOf(organization, content);
    return undefined;
  } catch (error) {
    // With 401 the message is sent after logging in again.
    if (!(error instanceof ParleyError) || error.isTemporary || error.status === 401) throw error;
    return { code: error.code, message: error.message };
  }
}
