// Rendering a message's Markdown for an organization: what the text names is looked up among the people, groups
// and channels in memory, before any unit of work begins.

import { badRequest } from '../../contract/error.ts';
import {
  type MarkdownLookup,
  type MentionedUser,
  parseMarkdown,
  type RenderedMarkdown,
  renderMarkdown,
  UnrenderableMessageError,
} from '../../markdown/render.ts';
import type { Reader } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import type { Channel } from '../channels/channel.ts';
import { topicConversation } from '../conversations/store.ts';
import type { UserGroup } from '../groups/group.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import { textKey } from '../text-key.ts';
import { renderedUpload } from '../uploads/attachment.ts';
import { usableUploads } from '../uploads/links.ts';
import { markdownSettings } from './markdown-settings.ts';

const nameIndexes = new WeakMap<
  ReadonlyMap<number, unknown>,
  { version: number; byKey: Map<string, number> }
>();

/** Finds things by name among those in memory; the index is made again after any change. */
function idByName<T extends { readonly id: number }>(
  things: ReadonlyMap<number, T>,
  version: number,
  nameOf: (thing: T) => string,
  name: string,
): T | undefined {
  let index = nameIndexes.get(things);
  if (index?.version !== version) {
    index = { version, byKey: new Map() };
    for (const thing of things.values()) {
      const key = textKey(nameOf(thing));
      if (!index.byKey.has(key)) index.byKey.set(key, thing.id);
    }
    nameIndexes.set(things, index);
  }
  const id = index.byKey.get(textKey(name));
  return id === undefined ? undefined : things.get(id);
}

function mentioned(account: Account | undefined): MentionedUser | undefined {
  return account && { id: account.id, fullName: account.fullName, isActive: account.isActive };
}

/** How mentions of system groups read. */
const systemGroupNames: Readonly<Record<string, string>> = {
  'role:nobody': 'Nobody',
  'role:owners': 'Owners',
  'role:administrators': 'Administrators',
  'role:moderators': 'Moderators',
  'role:fullmembers': 'Full members',
  'role:members': 'Members',
  'role:everyone': 'Everyone',
  'role:internet': 'Everyone on the internet',
};

function groupLookup(group: UserGroup): NonNullable<ReturnType<MarkdownLookup['group']>> {
  return {
    id: group.id,
    name: group.name,
    displayName: systemGroupNames[group.name] ?? group.name,
    isActive: !group.isDeactivated,
    isSystem: group.isSystem,
  };
}

/**
 * Renders Markdown as an account of the organization sees its people and channels. `maySee` says whether the
 * sender may see an account (limited guests may not see all). Uploads are known as far as `author` may use them;
 * without an author none are.
 */
export async function renderForOrganization(
  state: OrganizationState,
  reader: Reader,
  content: string,
  organizationUrl: string,
  maySee: (account: Account) => boolean = () => true,
  author?: Account,
): Promise<RenderedMarkdown> {
  const parsed = parseMarkdown(content, await markdownSettings(state, reader, organizationUrl));
  const found: Found = {
    newest: await newestInTopics(state, reader, parsed.references.topics),
    uploads: await usableUploads(reader, state, author, parsed.references.uploadPaths),
  };
  try {
    return renderMarkdown(parsed, lookupIn(state, found, maySee));
  } catch (error) {
    if (error instanceof UnrenderableMessageError) throw badRequest(error.message);
    throw error;
  }
}

/** What was read of the tables before rendering, which waits for nothing. */
interface Found {
  /** The newest message of topics, by `channel-id topic`. */
  readonly newest: ReadonlyMap<string, number>;
  readonly uploads: Awaited<ReturnType<typeof usableUploads>>;
}

function channelByName(state: OrganizationState, name: string): Channel | undefined {
  return idByName(state.channels, state.versions.channels, (channel) => channel.name, name);
}

async function newestInTopics(
  state: OrganizationState,
  reader: Reader,
  topics: Iterable<{ readonly channelName: string; readonly topic: string }>,
): Promise<Map<string, number>> {
  const newest = new Map<string, number>();
  for (const { channelName, topic } of topics) {
    const channel = channelByName(state, channelName);
    const conversation = channel && (await topicConversation(reader, channel.id, topic));
    if (channel && conversation?.last_message_id)
      newest.set(`${channel.id} ${topic}`, conversation.last_message_id);
  }
  return newest;
}

function lookupIn(
  state: OrganizationState,
  { newest, uploads }: Found,
  maySee: (account: Account) => boolean,
): MarkdownLookup {
  const visible = (account: Account | undefined) => (account && maySee(account) ? account : undefined);
  return {
    userByName: (name) =>
      mentioned(visible(idByName(state.accounts, state.versions.accounts, (a) => a.fullName, name))),
    userById: (id) => mentioned(visible(state.account(id))),
    group: (name) => {
      for (const group of state.groups.values()) if (group.name === name) return groupLookup(group);
      return undefined;
    },
    channel: (name) => {
      const channel = channelByName(state, name);
      return channel && { id: channel.id, name: channel.name };
    },
    newestMessageInTopic: (channelId, topic) => newest.get(`${channelId} ${topic}`),
    upload: (path) => {
      const attachment = uploads.get(path);
      return attachment && renderedUpload(attachment);
    },
  };
}
