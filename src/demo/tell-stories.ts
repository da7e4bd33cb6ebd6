// Fills the demo organization's conversations: sends, edits, moves, reacts and stars as its people would.

import type { Services } from '../api/services.ts';
import { DAY } from '../api-contract/time.ts';
import type { OrganizationHub } from '../events/organization-hub.ts';
import { demoTopics } from './channel-stories.ts';
import { demoConversations } from './direct-stories.ts';
import { type Performer, performerAt } from './perform.ts';
import type { DemoLine } from './story.ts';

/** What was said, over how long until now. */
const SPREAD_SECONDS = 6 * DAY;

interface Told {
  readonly id: number;
  readonly line: DemoLine;
}

type Ids = ReadonlyMap<string, number>;

function idOf(ids: Ids, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`nobody in the demo is called ${key}`);
  return id;
}

/** Tells every story; `ids` are the people by their keys. */
export async function tellStories(services: Services, hub: OrganizationHub, ids: Ids): Promise<void> {
  const performer = performerAt(services, hub);
  const told: Told[] = [];
  // One waits for the other: of messages that are sent at once the one is first that is rendered first.
  const send = async (line: DemoLine, recipient: Readonly<Record<string, unknown>>) => {
    const message = { ...recipient, content: line.text };
    const sent = await performer.perform(idOf(ids, line.from), 'send-message', message);
    told.push({ id: Number(sent.id), line });
  };
  // One line of each story after the other, as several conversations really go on at once.
  const longest = Math.max(...[...demoTopics, ...demoConversations].map(({ lines }) => lines.length));
  for (let turn = 0; turn < longest; turn++) {
    for (const { channel, topic, lines } of demoTopics) {
      const line = lines[turn];
      if (line) await send(line, { type: 'channel', to: channel, topic: topic.replace(/^✔ /, '') });
    }
    for (const { people, lines } of demoConversations) {
      const line = lines[turn];
      if (line) await send(line, { type: 'direct', to: people.map((key) => idOf(ids, key)) });
    }
  }
  await Promise.all(told.map((one) => embellish(performer, ids, one)));
  await moveAndResolve(performer, ids, told);
  await spreadOverTime(services, hub.id);
}

/** The stories were told at once; they read better as if over some days. */
async function spreadOverTime(services: Services, organizationId: number): Promise<void> {
  await services.database.write(organizationId, async (writer) => {
    const rows = await writer.db
      .selectFrom('message')
      .select('id')
      .where('organization_id', '=', organizationId)
      .orderBy('id')
      .execute();
    const step = SPREAD_SECONDS / Math.max(1, rows.length);
    const age = new Map(rows.map((row, index) => [row.id, Math.round((rows.length - index) * step)]));
    for (const [id, seconds] of age) {
      await writer.db
        .updateTable('message')
        .set({ sent_at: writer.now - seconds })
        .where('id', '=', id)
        .execute();
    }
  });
}

async function embellish(performer: Performer, ids: Ids, { id, line }: Told): Promise<void> {
  for (const reaction of line.reactions ?? []) {
    const [key = '', name = ''] = reaction.split(':');
    await performer.perform(idOf(ids, key), 'add-reaction', { message_id: id, emoji_name: name });
  }
  for (const key of line.starredBy ?? []) {
    await performer.perform(idOf(ids, key), 'update-message-flags', {
      messages: [id],
      op: 'add',
      flag: 'starred',
    });
  }
}

/** One message that was edited, one that was moved, one topic that is resolved. */
async function moveAndResolve(performer: Performer, ids: Ids, told: readonly Told[]): Promise<void> {
  const administrator = idOf(ids, 'adam');
  const silent = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };
  for (const { id, line } of told) {
    if (line.editedTo) {
      await performer.perform(idOf(ids, line.from), 'update-message', {
        message_id: id,
        content: line.editedTo,
      });
    }
  }
  const bread = told.find(({ line }) => line.text === '/me brings bread');
  if (bread) {
    await performer.perform(administrator, 'update-message', {
      message_id: bread.id,
      topic: 'bread',
      propagate_mode: 'change_one',
      ...silent,
    });
  }
  const resolved = demoTopics.find(({ topic }) => topic.startsWith('✔ '));
  const first = told.find(({ line }) => line === resolved?.lines[0]);
  if (resolved && first) {
    await performer.perform(administrator, 'update-message', {
      message_id: first.id,
      topic: resolved.topic,
      propagate_mode: 'change_all',
      ...silent,
    });
  }
}
