// Fills a data directory with an organization of a given size, through the project's own storage layer, leaving
// the rows that real requests would have left. A million messages take less than a minute.

import { join } from 'node:path';
import { insertDirect, insertTopic } from '../../src/model/conversations/store.ts';
import { createOrganization } from '../../src/model/organizations/create.ts';
import { OrganizationState } from '../../src/model/state/organization-state.ts';
import { openKeyring } from '../../src/server/keyring.ts';
import { ParleyDatabase } from '../../src/storage/database.ts';
import type { Writer } from '../../src/storage/session.ts';
import { temporaryDirectory } from '../processes.ts';
import { prepareContents } from './contents.ts';
import type { BenchConversation, BenchPerson, Dataset } from './dataset.ts';
import { type FilledPlace, fillMessages } from './messages.ts';
import { fillChannel, fillPeople } from './people.ts';
import { fillMentions, fillReadStates, fillStars, PEOPLE_WITH_STARS } from './personal.ts';
import { ARCHIVE, EVERYONE, Plan, type Size } from './plan.ts';

/** Makes and fills a data directory. It is a demo organization, which has no rate limits. */
export async function fill(size: Size): Promise<Dataset> {
  const directory = await temporaryDirectory();
  const keyring = await openKeyring(directory);
  const database = await ParleyDatabase.open({ url: undefined, file: join(directory, 'parley.db') });
  try {
    const organizationId = await createOrganization(database, keyring, {
      name: 'Bench',
      host: '',
      isDemo: true,
    });
    const plan = new Plan(size);
    const made = await database.write(organizationId, async (writer) => {
      const people = await fillPeople(writer, keyring, size.people, size.people);
      return {
        people,
        ...(await fillPlaces(
          writer,
          plan,
          people.map((person) => person.id),
        )),
      };
    });
    const personIds = made.people.map((person) => person.id);
    const reader = database.reader(organizationId);
    const state = await OrganizationState.load(reader, await database.sequence(reader));
    const contents = await prepareContents(state, reader);
    const { places, channelIds } = made;
    const ids = await fillMessages(database, organizationId, { plan, places, personIds, contents });
    const conversations = places.map((place, index): BenchConversation => {
      const planned = plan.places[index];
      const people =
        planned?.kind === 'direct'
          ? planned.people
          : personIds.flatMap((_, person) =>
              plan.isSubscribed(person, planned?.channel ?? 0) ? [person] : [],
            );
      return { ...place, people, messageIds: ids[index] ?? [] };
    });
    const starred = await database.write(organizationId, async (writer) => {
      await keepEnds(writer, conversations);
      await fillReadStates(writer, plan, conversations, personIds);
      await fillMentions(writer, conversations, personIds);
      const stars = [];
      for (const [number, id] of personIds.slice(0, PEOPLE_WITH_STARS).entries()) {
        stars.push(await fillStars(writer, id, number, conversations));
      }
      return stars;
    });
    const people = made.people.map(
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
  } finally {
    await database.close();
  }
}

/** An organization whose one channel has very many subscribers, of whom few have an API key, and no messages. */
export async function fillCrowd(subscribers: number, senders: number): Promise<Dataset> {
  const directory = await temporaryDirectory();
  const keyring = await openKeyring(directory);
  const database = await ParleyDatabase.open({ url: undefined, file: join(directory, 'parley.db') });
  try {
    const organizationId = await createOrganization(database, keyring, {
      name: 'Crowd',
      host: '',
      isDemo: true,
    });
    return await database.write(organizationId, async (writer) => {
      const people = await fillPeople(writer, keyring, subscribers, senders);
      const channelId = await fillChannel(
        writer,
        'crowd',
        people.map((person) => person.id),
      );
      const known = people.slice(0, senders).map((person, number) => ({ ...person, number, starred: [] }));
      return {
        directory,
        people: known,
        fresh: [],
        conversations: [],
        everyoneChannelId: channelId,
        archiveChannelId: channelId,
        messages: 0,
      };
    });
  } finally {
    await database.close();
  }
}

async function fillPlaces(
  writer: Writer,
  plan: Plan,
  personIds: readonly number[],
): Promise<{ places: FilledPlace[]; channelIds: number[] }> {
  const channelIds: number[] = [];
  for (let channel = 0; channel < plan.channels; channel++) {
    const subscribers = personIds.filter((_, person) => plan.isSubscribed(person, channel));
    channelIds.push(await fillChannel(writer, `channel ${channel}`, subscribers));
  }
  const places: FilledPlace[] = [];
  for (const place of plan.places) {
    if (place.kind === 'direct') {
      const { id } = await insertDirect(
        writer,
        place.people.map((person) => personIds[person] ?? 0),
      );
      places.push({ conversationId: id, channelId: null, topic: '' });
    } else {
      const channelId = channelIds[place.channel] ?? 0;
      const topic = plan.topicName(place.topic);
      const { id } = await insertTopic(writer, channelId, topic);
      places.push({ conversationId: id, channelId, topic });
    }
  }
  return { places, channelIds };
}

/** Conversations and channels know their first and last messages. */
async function keepEnds(writer: Writer, conversations: readonly BenchConversation[]): Promise<void> {
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
