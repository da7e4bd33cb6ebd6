// Creates the demo organization's messages: sends, edits, moves, reacts to and stars them as its people would.

import type { Services } from '../api/services.ts';
import { DAY } from '../api-contract/time.ts';
import type { OrganizationHub } from '../events/organization-hub.ts';
import { demoTopics } from './channel-stories.ts';
import { demoConversations } from './direct-stories.ts';
import { type Performer, performerAt } from './perform.ts';
import type { DemoLine } from './story.ts';

/** The messages are spread over this time. */
const SPREAD_SECONDS = 6 * DAY;

interface PostedLine {
  readonly id: number;
  readonly line: DemoLine;
}

type Ids = ReadonlyMap<string, number>;

function accountIdOf(ids: Ids, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`the demo has no person ${key}`);
  return id;
}

/** Posts all stories; `ids` are account ids by the people's keys. */
export async function postStories(services: Services, hub: OrganizationHub, ids: Ids): Promise<void> {
  const performer = performerAt(services, hub);
  const postedLines: PostedLine[] = [];
  // Sequential: of messages sent together, the one rendered first would come first.
  const send = async (line: DemoLine, recipient: Readonly<Record<string, unknown>>) => {
    const message = { ...recipient, content: line.text };
    const sentMessage = await performer.perform(accountIdOf(ids, line.from), 'send-message', message);
    postedLines.push({ id: Number(sentMessage.id), line });
  };
  // One line of each story in turn, as if the conversations took place at the same time.
  const longest = Math.max(...[...demoTopics, ...demoConversations].map(({ lines }) => lines.length));
  for (let turn = 0; turn < longest; turn++) {
    for (const { channel, topic, lines } of demoTopics) {
      const line = lines[turn];
      if (line) await send(line, { type: 'channel', to: channel, topic: topic.replace(/^✔ /, '') });
    }
    for (const { people, lines } of demoConversations) {
      const line = lines[turn];
      if (line) await send(line, { type: 'direct', to: people.map((key) => accountIdOf(ids, key)) });
    }
  }
  await Promise.all(postedLines.map((message) => addReactionsAndStars(performer, ids, message)));
  await moveAndResolve(performer, ids, postedLines);
  await spreadOverTime(services, hub.id);
}

/** Changes the messages' times, since all were sent at once. */
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

async function addReactionsAndStars(performer: Performer, ids: Ids, { id, line }: PostedLine): Promise<void> {
  for (const reaction of line.reactions ?? []) {
    const [key = '', name = ''] = reaction.split(':');
    await performer.perform(accountIdOf(ids, key), 'add-reaction', { message_id: id, emoji_name: name });
  }
  for (const key of line.starredBy ?? []) {
    await performer.perform(accountIdOf(ids, key), 'update-message-flags', {
      messages: [id],
      op: 'add',
      flag: 'starred',
    });
  }
}

/** Edits messages, moves one and resolves one topic. */
async function moveAndResolve(performer: Performer, ids: Ids, posted: readonly PostedLine[]): Promise<void> {
  const administrator = accountIdOf(ids, 'adam');
  const silent = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };
  for (const { id, line } of posted) {
    if (line.editedTo) {
      await performer.perform(accountIdOf(ids, line.from), 'update-message', {
        message_id: id,
        content: line.editedTo,
      });
    }
  }
  const bread = posted.find(({ line }) => line.text === '/me brings bread');
  if (bread) {
    await performer.perform(administrator, 'update-message', {
      message_id: bread.id,
      topic: 'bread',
      propagate_mode: 'change_one',
      ...silent,
    });
  }
  const resolved = demoTopics.find(({ topic }) => topic.startsWith('✔ '));
  const first = posted.find(({ line }) => line === resolved?.lines[0]);
  if (resolved && first) {
    await performer.perform(administrator, 'update-message', {
      message_id: first.id,
      topic: resolved.topic,
      propagate_mode: 'change_all',
      ...silent,
    });
  }
}
