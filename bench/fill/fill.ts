// Fills a data directory with an organization of a given size through the server's storage layer, with the rows that real
// requests would have written. A million messages take less than a minute.

import { join } from 'node:path';
import type { Keyring } from '../../src/model/accounts/credentials.ts';
import { OrganizationState } from '../../src/queries/state/organization-state.ts';
import { openKeyring } from '../../src/server/keyring.ts';
import { ParleyDatabase } from '../../src/storage/database.ts';
import type { Writer } from '../../src/storage/reader-writer.ts';
import { insertFolder } from '../../src/stores/channel-folders/channel-folder-store.ts';
import { insertDirect, insertTopic } from '../../src/stores/conversations/conversation-store.ts';
import { createOrganization } from '../../src/stores/organizations/create-organization.ts';
import { temporaryDirectory } from '../processes.ts';
import { prepareContents } from './contents.ts';
import type { BenchConversation, BenchPerson, Dataset } from './dataset.ts';
import { type FilledConversation, fillMessages } from './messages.ts';
import { fillChannel, fillPeople } from './people.ts';
import { fillMentions, fillReadStates, fillStars, PEOPLE_WITH_STARS } from './personal.ts';
import { ARCHIVE, EVERYONE, Plan, type Size } from './plan.ts';

/** A new organization, with its open database. */
interface NewOrganization {
  readonly directory: string;
  readonly keyring: Keyring;
  readonly database: ParleyDatabase;
  readonly organizationId: number;
}

/** Creates an organization in a directory (by default a temporary one), fills it, and closes its database. */
async function withNewOrganization(
  name: string,
  build: (organization: NewOrganization) => Promise<Dataset>,
  existingDirectory?: string,
): Promise<Dataset> {
  const directory = existingDirectory ?? (await temporaryDirectory());
  const keyring = await openKeyring(directory);
  const database = await ParleyDatabase.open({ url: undefined, file: join(directory, 'parley.db') });
  try {
    const organizationId = await createOrganization(database, keyring, { name, host: '', isDemo: true });
    return await build({ directory, keyring, database, organizationId });
  } finally {
    await database.close();
  }
}

/** Fills a data directory with a demo organization, which has no rate limits. */
export function fill(size: Size, existingDirectory?: string): Promise<Dataset> {
  const build = async (organization: NewOrganization): Promise<Dataset> => {
    const { directory, keyring, database, organizationId } = organization;
    const plan = new Plan(size);
    const { created, inserted, channelIds } = await database.write(organizationId, async (writer) => {
      const created = await fillPeople(writer, keyring, size.people, size.people);
      return { created, ...(await insertConversations(writer, plan, idsOf(created))) };
    });
    const personIds = idsOf(created);
    const conversations = await fillConversations(organization, plan, inserted, personIds);
    const starred = await database.write(organizationId, (writer) =>
      fillPersonal(writer, plan, conversations, personIds),
    );
    const people = created.map(
      (person, number): BenchPerson => ({ ...person, number, starred: starred[number] ?? [] }),
    );
    return {
      directory,
      people: people.filter(({ number }) => !plan.isFresh(number)),
      fresh: people.filter(({ number }) => plan.isFresh(number)),
      conversations,
      everyoneChannelId: channelIds[EVERYONE] ?? 0,
      archiveChannelId: channelIds[ARCHIVE] ?? 0,
      messages: size.messages,
    };
  };
  return withNewOrganization('Bench', build, existingDirectory);
}

/** An organization with one channel with very many subscribers, few of whom have an API key, and no messages. */
export function fillCrowd(subscribers: number, senders: number): Promise<Dataset> {
  return withNewOrganization('Crowd', ({ directory, keyring, database, organizationId }) =>
    database.write(organizationId, async (writer) => {
      const people = await fillPeople(writer, keyring, subscribers, senders);
      const channelId = await fillChannel(writer, 'crowd', idsOf(people));
      return {
        directory,
        people: people.slice(0, senders).map((person, number) => ({ ...person, number, starred: [] })),
        fresh: [],
        conversations: [],
        everyoneChannelId: channelId,
        archiveChannelId: channelId,
        messages: 0,
      };
    }),
  );
}

/** An organization with many channels of equal size, where each person is in one channel, and no messages. */
export function fillCircles(people: number, peoplePerChannel: number): Promise<Dataset> {
  return withNewOrganization('Circles', ({ directory, keyring, database, organizationId }) =>
    database.write(organizationId, async (writer) => {
      const created = await fillPeople(writer, keyring, people, people);
      const channelIds: number[] = [];
      for (let from = 0; from < people; from += peoplePerChannel) {
        const subscribers = idsOf(created.slice(from, from + peoplePerChannel));
        channelIds.push(await fillChannel(writer, `circle ${channelIds.length}`, subscribers));
      }
      return {
        directory,
        people: created.map((person, number) => ({ ...person, number, starred: [] })),
        fresh: [],
        conversations: [],
        // The first channel, which only its own people are in.
        everyoneChannelId: channelIds[0] ?? 0,
        archiveChannelId: channelIds[0] ?? 0,
        messages: 0,
      };
    }),
  );
}

/** The size of an organization with very many channels, which are spread evenly over the folders. */
export interface ManyChannels {
  readonly people: number;
  readonly channels: number;
  readonly folders: number;
  readonly subscribersPerChannel: number;
}

/** An organization with very many people, channels and folders, whose first person is in all channels, and no messages. */
export function fillManyChannels(size: ManyChannels): Promise<Dataset> {
  return withNewOrganization('Many', ({ directory, keyring, database, organizationId }) =>
    database.write(organizationId, async (writer) => {
      const people = await fillPeople(writer, keyring, size.people, 2);
      const ids = idsOf(people);
      const folders: number[] = [];
      for (let folder = 0; folder < size.folders; folder++) {
        const text = { name: `Folder ${folder}`, description: '', renderedDescription: '' };
        folders.push((await insertFolder(writer, text, ids[0] ?? 0)).id);
      }
      const channelIds: number[] = [];
      for (let channel = 0; channel < size.channels; channel++) {
        const from =
          1 + ((channel * size.subscribersPerChannel) % (size.people - size.subscribersPerChannel));
        const others = ids.slice(from, from + size.subscribersPerChannel - 1);
        const id = await fillChannel(writer, `channel ${channel}`, [ids[0] ?? 0, ...others]);
        channelIds.push(id);
        await writer.execute('update channel set folder_id = ? where id = ?', [
          folders[channel % folders.length] ?? null,
          id,
        ]);
      }
      return {
        directory,
        people: people.map((person, number) => ({ ...person, number, starred: [] })),
        fresh: [],
        conversations: [],
        everyoneChannelId: channelIds[0] ?? 0,
        archiveChannelId: channelIds[0] ?? 0,
        messages: 0,
      };
    }),
  );
}

function idsOf(people: readonly { readonly id: number }[]): number[] {
  return people.map(({ id }) => id);
}

/** Fills the conversations with messages, and adds their people. */
async function fillConversations(
  { database, organizationId }: NewOrganization,
  plan: Plan,
  conversations: readonly FilledConversation[],
  personIds: readonly number[],
): Promise<BenchConversation[]> {
  const reader = database.reader(organizationId);
  const state = await OrganizationState.load(reader, await database.sequence(reader));
  const contents = await prepareContents(state, reader);
  const ids = await fillMessages(database, organizationId, { plan, conversations, personIds, contents });
  return conversations.map((conversation, index) => {
    const planned = plan.conversations[index];
    const people =
      planned?.kind === 'direct'
        ? planned.people
        : [...personIds.keys()].filter((person) => plan.isSubscribed(person, planned?.channel ?? 0));
    return { ...conversation, people, messageIds: ids[index] ?? [] };
  });
}

/** Stores read states, mentions and stars; returns the ids of starred messages by person. */
async function fillPersonal(
  writer: Writer,
  plan: Plan,
  conversations: readonly BenchConversation[],
  personIds: readonly number[],
): Promise<(readonly number[])[]> {
  await storeMessageRanges(writer, conversations);
  await fillReadStates(writer, plan, conversations, personIds);
  await fillMentions(writer, conversations, personIds);
  const stars = [];
  for (const [number, id] of personIds.slice(0, PEOPLE_WITH_STARS).entries()) {
    stars.push(await fillStars(writer, id, number, conversations));
  }
  return stars;
}

async function insertConversations(
  writer: Writer,
  plan: Plan,
  personIds: readonly number[],
): Promise<{ inserted: FilledConversation[]; channelIds: number[] }> {
  const channelIds: number[] = [];
  for (let channel = 0; channel < plan.channels; channel++) {
    const subscribers = personIds.filter((_, person) => plan.isSubscribed(person, channel));
    channelIds.push(await fillChannel(writer, `channel ${channel}`, subscribers));
  }
  const inserted: FilledConversation[] = [];
  for (const conversation of plan.conversations) {
    if (conversation.kind === 'direct') {
      const { id } = await insertDirect(
        writer,
        conversation.people.map((person) => personIds[person] ?? 0),
      );
      inserted.push({ conversationId: id, channelId: null, topic: '' });
    } else {
      const channelId = channelIds[conversation.channel] ?? 0;
      const topic = plan.topicName(conversation.topic);
      const { id } = await insertTopic(writer, channelId, topic);
      inserted.push({ conversationId: id, channelId, topic });
    }
  }
  return { inserted, channelIds };
}

/** Stores the first and last message of conversations, and the first of channels. */
async function storeMessageRanges(
  writer: Writer,
  conversations: readonly BenchConversation[],
): Promise<void> {
  const firstOf = new Map<number, number>();
  for (const { conversationId, channelId, messageIds } of conversations) {
    const [first] = messageIds;
    if (first === undefined) continue;
    await writer.db
      .updateTable('conversation')
      .set({ first_message_id: first, last_message_id: messageIds.at(-1) ?? first })
      .where('id', '=', conversationId)
      .execute();
    if (channelId !== null) firstOf.set(channelId, Math.min(first, firstOf.get(channelId) ?? first));
  }
  for (const [id, first] of firstOf) {
    await writer.db.updateTable('channel').set({ first_message_id: first }).where('id', '=', id).execute();
  }
}
