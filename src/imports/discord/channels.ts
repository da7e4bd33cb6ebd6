// Maps the channels and threads of a Discord export. An export does not contain who may read a channel. All channels
// therefore become private, with the owner and the people who wrote there; the owner makes the public ones public.

import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';
import type { Row } from '../archive/row.ts';
import type { ImportedChannel, ImportedSubscription } from '../records/directory.ts';
import { channelWith } from '../shaping/channels.ts';
import { subscriptionWith } from '../shaping/directory.ts';
import { ChannelNames } from '../shaping/names.ts';
import type { ChannelFile } from './channel-files.ts';

/** The types of channels as DiscordChatExporter names them; types that it does not know are numbers. */
const THREAD = /^(?:Guild(?:News|Public|Private)Thread|1[012])$/;
const PRIVATE_THREAD = /^(?:GuildPrivateThread|12)$/;
const DIRECT = /^(?:Direct|[13]$)/;
/** The id of the server that exports use for direct messages. */
export const DIRECT_GUILD = '0';

/** The conversation that a file's messages belong to. */
export type DiscordConversation =
  | {
      readonly channelId: number;
      readonly thread: { readonly id: string; readonly name: string } | undefined;
    }
  | { readonly direct: string };

/** The channels of one server. */
export class DiscordChannels {
  readonly #names = new ChannelNames();
  readonly #byId = new Map<string, ImportedChannel>();
  readonly #byName = new Map<string, ImportedChannel>();
  readonly #writers = new Map<number, Set<number>>();

  get all(): readonly ImportedChannel[] {
    return [...this.#byId.values()];
  }

  /** The name of the imported channel, by its id or name at Discord. */
  nameOf(idOrName: string): string | undefined {
    return (this.#byId.get(idOrName) ?? this.#byName.get(idOrName))?.name;
  }

  /** Adds the channels of files. Channels are added before threads, which may belong to them. */
  addAll(files: readonly ChannelFile[]): void {
    for (const { channel } of files) {
      const type = channel.text('type', '');
      if (!THREAD.test(type) && !DIRECT.test(type))
        this.#channelFor(channel.text('id'), channel.text('name', ''), channel);
    }
  }

  conversationOf({ channel }: ChannelFile): DiscordConversation {
    const type = channel.text('type', '');
    const id = channel.text('id');
    const name = channel.text('name', '');
    if (DIRECT.test(type)) return { direct: id };
    if (!THREAD.test(type)) return { channelId: this.#channelFor(id, name, channel).id, thread: undefined };
    const parent = channel.text('categoryId', '');
    const parentName = channel.text('category', '');
    // A private thread includes only some people of its channel.
    if (PRIVATE_THREAD.test(type) || parent === '')
      return {
        channelId: this.#channelFor(id, [parentName, name].filter((part) => part !== '').join(' › ')).id,
        thread: undefined,
      };
    return { channelId: this.#channelFor(parent, parentName).id, thread: { id, name } };
  }

  /** Records that a person wrote in a channel. */
  addWriter(channelId: number, accountId: number): void {
    const writers = this.#writers.get(channelId);
    if (writers) writers.add(accountId);
    else this.#writers.set(channelId, new Set([accountId]));
  }

  subscriptions(ownerIds: readonly number[]): ImportedSubscription[] {
    return this.all.flatMap(({ id }) =>
      [...new Set([...ownerIds, ...(this.#writers.get(id) ?? [])])].map((account) =>
        subscriptionWith(account, id),
      ),
    );
  }

  #channelFor(id: string, name: string, row?: Row): ImportedChannel {
    const existing = this.#byId.get(id);
    if (existing) return existing;
    const channel = channelWith({
      id: this.#byId.size + 1,
      name: this.#names.assign(name || id),
      description: row?.text('topic', '') ?? '',
      isPrivate: true,
    });
    this.#byId.set(id, channel);
    if (!this.#byName.has(name)) this.#byName.set(name, channel);
    return channel;
  }
}

/**
 * Selects the server to import: the only one, or the one that `chosenServer` names. Direct messages belong to no server
 * and are always imported.
 */
export function selectGuild(
  files: readonly ChannelFile[],
  chosenServer: string | undefined,
): { readonly id: string; readonly name: string } {
  const names = new Map<string, string>();
  for (const { guild } of files) names.set(guild.text('id', DIRECT_GUILD), guild.text('name', ''));
  const all = [...names].map(([id, name]) => ({ id, name }));
  const servers = all.filter(({ id }) => id !== DIRECT_GUILD);
  const matches =
    chosenServer === undefined
      ? servers
      : servers.filter(({ id, name }) => [id, name].includes(chosenServer));
  const [only] = matches;
  if (only && matches.length === 1) return only;
  if (servers.length === 0 && chosenServer === undefined) return { id: DIRECT_GUILD, name: '' };
  const list = servers.slice(0, 50).map(({ id, name }) => `${JSON.stringify(name)} (${id})`);
  const summary =
    chosenServer === undefined
      ? `${servers.length} servers; choose one with --team`
      : `${matches.length === 0 ? 'no server' : 'several servers'} ${JSON.stringify(chosenServer)}`;
  throw new InvalidArchiveError('the archive', `it contains ${summary}. Found: ${list.join(', ')}.`);
}
