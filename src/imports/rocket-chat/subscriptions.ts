// The subscriptions of Rocket.Chat: from a collection of their own, or else from the rooms that accounts list.

import type { Row } from '../archive/row.ts';
import type { ImportedSubscription } from '../records/directory.ts';
import { subscriptionWith } from '../shaping/directory.ts';
import type { People } from '../shaping/people.ts';
import type { Rooms } from './rooms.ts';

export class Subscriptions {
  readonly #people: People;
  readonly #rooms: Rooms;
  readonly #found = new Map<string, ImportedSubscription>();

  constructor(people: People, rooms: Rooms) {
    this.#people = people;
    this.#rooms = rooms;
  }

  get all(): ImportedSubscription[] {
    return [...this.#found.values()];
  }

  /** Adds a document of the collection. */
  add(row: Row): void {
    const settings = { isMuted: row.flag('disableNotifications'), isPinned: row.flag('f') };
    this.#add(row.record('u').text('_id', ''), row.text('rid', ''), settings);
  }

  /** Adds the rooms that accounts list, by account id. */
  addListed(rooms: ReadonlyMap<string, readonly string[]>): void {
    for (const [person, ids] of rooms) for (const id of ids) this.#add(person, id);
  }

  #add(person: string, room: string, settings: Parameters<typeof subscriptionWith>[2] = {}): void {
    const conversation = this.#rooms.conversationOf(room);
    const account = this.#people.find(person);
    if (!account || !conversation || !('channelId' in conversation)) return;
    const { channelId } = conversation;
    this.#found.set(`${account.id} ${channelId}`, subscriptionWith(account.id, channelId, settings));
  }
}
