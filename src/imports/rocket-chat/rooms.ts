// The rooms of Rocket.Chat: channels and private groups become channels, direct rooms become conversations.

import type { Row } from '../archive/row.ts';
import { optionalTime } from '../archive/times.ts';
import type { ImportedChannel } from '../records/directory.ts';
import type { Notes } from '../records/notes.ts';
import { channelWith } from '../shaping/channels.ts';
import { ChannelNames } from '../shaping/names.ts';
import type { People } from '../shaping/people.ts';

export type RocketChatConversation = { readonly channelId: number } | { readonly members: readonly number[] };

/** The imported rooms, by id. */
export class Rooms {
  readonly #names = new ChannelNames();
  readonly #conversations = new Map<string, RocketChatConversation>();
  readonly #channels: ImportedChannel[] = [];
  readonly #byHandle = new Map<string, string>();
  readonly #notes: Notes;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  get channels(): readonly ImportedChannel[] {
    return this.#channels;
  }

  conversationOf(id: string): RocketChatConversation | undefined {
    return this.#conversations.get(id);
  }

  /** The imported name of a channel, by its name in texts. */
  channelName(handle: string): string | undefined {
    return this.#byHandle.get(handle);
  }

  add(row: Row, people: People, idOf: (username: string) => string): void {
    const id = row.text('_id');
    if (this.#conversations.has(id)) throw row.error('_id', 'appears twice.');
    const type = row.text('t');
    if (type === 'd') {
      const ids = row.texts('uids');
      const members = ids.length > 0 ? ids : row.texts('usernames').map(idOf);
      const accounts = members.map((member) => people.addUnlisted({ id: member, handle: member }).id);
      this.#conversations.set(id, { members: [...new Set(accounts)] });
      return;
    }
    if (type !== 'c' && type !== 'p') {
      this.#notes.add('rooms', 'they are conversations with website visitors, or calls');
      return;
    }
    if (row.flag('ro')) this.#notes.add('read-only channels', 'everyone in them can post');
    const handle = row.text('name', '') || id;
    const isArchived = row.flag('archived');
    const channel = channelWith({
      id: this.#channels.length + 1,
      name: this.#names.assign(row.text('fname', '') || handle),
      description: row.text('description', '') || row.text('topic', '') || row.text('announcement', ''),
      createdAt: Math.floor(optionalTime(row, 'ts') ?? 0),
      creatorId: people.find(row.record('u').text('_id', ''))?.id ?? null,
      isPrivate: type === 'p',
      isArchived,
      isDefault: type === 'c' && !isArchived && (row.flag('default') || id === 'GENERAL'),
    });
    this.#channels.push(channel);
    this.#byHandle.set(handle, channel.name);
    this.#conversations.set(id, { channelId: channel.id });
  }
}
