// The channels and chats of Microsoft Teams. The members of a private channel or chat come from the responses
// about members; without those, they are the people who wrote there.

import type { Row } from '../archive/row.ts';
import { optionalTime } from '../archive/times.ts';
import type { ImportedChannel, ImportedSubscription } from '../records/directory.ts';
import { channelWith } from '../shaping/channels.ts';
import { subscriptionWith } from '../shaping/directory.ts';
import { ChannelNames } from '../shaping/names.ts';

export type TeamsConversation = { readonly channelId: number } | { readonly members: readonly number[] };

/** The channel or chat of a message; the other one is empty. */
export interface ConversationIds {
  readonly channel: string;
  readonly chat: string;
}

export function conversationIdsOf(row: Row): ConversationIds {
  return { channel: row.record('channelIdentity').text('channelId', ''), chat: row.text('chatId', '') };
}

/** The id of a chat of two people contains both of their ids. */
const CHAT_OF_TWO = /^19:([0-9a-f-]{36})_([0-9a-f-]{36})@unq\.gbl\.spaces$/;

/** The ids of the people in a chat of two; none for other chats. */
export function peopleOfChat(id: string): string[] {
  return CHAT_OF_TWO.exec(id)?.slice(1) ?? [];
}

/** Sets of people by conversation id. */
class PeopleByConversation {
  readonly #people = new Map<string, Set<number>>();

  add(id: string, accountId: number): void {
    const accountIds = this.#people.get(id);
    if (accountIds) accountIds.add(accountId);
    else this.#people.set(id, new Set([accountId]));
  }

  of(id: string): readonly number[] | undefined {
    const found = this.#people.get(id);
    return found && [...found];
  }
}

/** The imported conversations, by Microsoft's ids. */
export class TeamsConversations {
  readonly #names = new ChannelNames();
  readonly #channels = new Map<string, ImportedChannel>();
  readonly #members = new PeopleByConversation();
  readonly #writers = new PeopleByConversation();

  get channels(): readonly ImportedChannel[] {
    return [...this.#channels.values()];
  }

  channel(id: string): ImportedChannel | undefined {
    return this.#channels.get(id);
  }

  addChannel(row: Row): void {
    const id = row.text('id');
    if (this.#channels.has(id)) return;
    const isOpen = row.text('membershipType', '') === 'standard';
    this.#add(id, row.text('displayName', '') || id, {
      description: row.text('description', ''),
      createdAt: Math.floor(optionalTime(row, 'createdDateTime') ?? 0),
      isPrivate: !isOpen,
      isArchived: row.flag('isArchived'),
      isDefault: isOpen && row.text('displayName', '') === 'General',
    });
  }

  addMember(conversation: string, accountId: number): void {
    this.#members.add(conversation, accountId);
  }

  /** Records who wrote in a conversation. A channel without a response about it may be private. */
  addWriter({ channel, chat }: ConversationIds, accountId: number): void {
    const id = channel || chat;
    if (id === '') return;
    if (channel !== '' && !this.#channels.has(channel)) this.#add(channel, channel, { isPrivate: true });
    this.#writers.add(id, accountId);
  }

  conversationOf({ channel, chat }: ConversationIds): TeamsConversation | undefined {
    const importedChannel = this.#channels.get(channel);
    if (importedChannel) return { channelId: importedChannel.id };
    if (chat === '') return undefined;
    return {
      members: [...new Set([...(this.#members.of(chat) ?? []), ...(this.#writers.of(chat) ?? [])])],
    };
  }

  /**
   * Every member of the team is in its open channels. Owners are subscribed to private channels whose members are
   * unknown.
   */
  subscriptions(memberIds: readonly number[], ownerIds: readonly number[]): ImportedSubscription[] {
    return [...this.#channels].flatMap(([id, channel]) => {
      const people = channel.isPrivate
        ? (this.#members.of(id) ?? [...ownerIds, ...(this.#writers.of(id) ?? [])])
        : memberIds;
      return [...new Set(people)].map((accountId) => subscriptionWith(accountId, channel.id));
    });
  }

  #add(id: string, name: string, details: Partial<ImportedChannel>): void {
    const channel = channelWith({ id: this.#channels.size + 1, name: this.#names.assign(name), ...details });
    this.#channels.set(id, channel);
  }
}
