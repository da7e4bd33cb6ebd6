// Who is subscribed to the channels of Rocket.Chat: by a collection of its own, or else as accounts list their rooms.

import type { Row } from '../archive/tables.ts';
import type { ImportedSubscription } from '../records/directory.ts';
import { subscribed } from '../shaping/directory.ts';
import type { People } from '../shaping/people.ts';
import type { Rooms } from './rooms.ts';

/** Gathers subscriptions. */
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
    const more = { isMuted: row.flag('disableNotifications'), isPinned: row.flag('f') };
    this.#add(row.record('u').text('_id', ''), row.text('rid', ''), more);
  }

  /** Adds the rooms that accounts list, by the ids of the accounts. */
  addListed(rooms: ReadonlyMap<string, readonly string[]>): void {
    for (const [person, ids] of rooms) for (const id of ids) this.#add(person, id);
  }

  #add(person: string, room: string, more: Parameters<typeof subscribed>[2] = {}): void {
    const place = this.#rooms.placeOf(room);
    const account = this.#people.known(person);
    if (!account || !place || !('channelId' in place)) return;
    const { channelId } = place;
    this.#found.set(`${account.id} ${channelId}`, subscribed(account.id, channelId, more));
  }
}
