// Rendering a message's Markdown for an organization: what the text names is looked up among the people, groups
// and channels in memory, before any unit of work begins.

import { badRequest } from '../../contract/error.ts';
import { type CompiledLinkifier, compileLinkifier } from '../../markdown/linkifiers.ts';
import {
  type MarkdownLookup,
  type MarkdownSettings,
  type MentionedUser,
  parseMarkdown,
  type RenderedMarkdown,
  renderMarkdown,
  UnrenderableMessageError,
} from '../../markdown/render.ts';
import type { Reader } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import { topicConversation } from '../conversations/store.ts';
import { readEmoji } from '../emoji/store.ts';
import { emojiUrl } from '../emoji/view.ts';
import type { UserGroup } from '../groups/group.ts';
import { readLinkifiers } from '../linkifiers/store.ts';
import type { OrganizationState, StatePart } from '../state/organization-state.ts';
import { textKey } from '../text-key.ts';
import { renderedUpload } from '../uploads/attachment.ts';
import { usableUploads } from '../uploads/links.ts';

const linkifierPart: StatePart<readonly CompiledLinkifier[]> = {
  key: 'linkifiers',
  async read(reader) {
    return (await readLinkifiers(reader)).flatMap((linkifier) => {
      try {
        return [compileLinkifier(linkifier)];
      } catch {
        // Accepted by an older version, refused by this one: it no longer links, and does no harm.
        return [];
      }
    });
  },
};

const emojiPart: StatePart<MarkdownSettings['customEmoji']> = {
  key: 'emoji',
  async read(reader) {
    const active = (await readEmoji(reader)).filter((emoji) => !emoji.isDeactivated);
    return new Map(
      active.map(({ id, name, fileName }) => [name, { id, url: emojiUrl(reader.organizationId, fileName) }]),
    );
  },
};

/** The organization's linkifiers, ready to run. */
export function compiledLinkifiers(
  state: OrganizationState,
  reader: Reader,
): Promise<readonly CompiledLinkifier[]> {
  return state.part(reader, linkifierPart);
}

/** The same without reading; empty until they were asked for once. */
export function compiledLinkifiersInMemory(state: OrganizationState): readonly CompiledLinkifier[] {
  return state.partInMemory(linkifierPart) ?? [];
}

async function markdownSettings(
  state: OrganizationState,
  reader: Reader,
  organizationUrl: string,
): Promise<MarkdownSettings> {
  const { settings } = state.organization;
  return {
    linkifiers: await compiledLinkifiers(state, reader),
    customEmoji: await state.part(reader, emojiPart),
    organizationUrl,
    defaultCodeLanguage: settings.default_code_block_language,
    inlineImagePreview: settings.inline_image_preview,
    inlineUrlEmbedPreview: settings.inline_url_embed_preview,
  };
}

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
  const channelByName = (name: string) =>
    idByName(state.channels, state.versions.channels, (channel) => channel.name, name);
  const newest = new Map<string, number>();
  for (const { channelName, topic } of parsed.references.topics) {
    const channel = channelByName(channelName);
    const conversation = channel && (await topicConversation(reader, channel.id, topic));
    if (channel && conversation?.last_message_id)
      newest.set(`${channel.id} ${topic}`, conversation.last_message_id);
  }
  const uploads = await usableUploads(reader, state, author, parsed.references.uploadPaths);
  const visible = (account: Account | undefined) => (account && maySee(account) ? account : undefined);
  const lookup: MarkdownLookup = {
    userByName: (name) =>
      mentioned(visible(idByName(state.accounts, state.versions.accounts, (a) => a.fullName, name))),
    userById: (id) => mentioned(visible(state.account(id))),
    group: (name) => {
      for (const group of state.groups.values()) if (group.name === name) return groupLookup(group);
      return undefined;
    },
    channel: (name) => {
      const channel = channelByName(name);
      return channel && { id: channel.id, name: channel.name };
    },
    newestMessageInTopic: (channelId, topic) => newest.get(`${channelId} ${topic}`),
    upload: (path) => {
      const attachment = uploads.get(path);
      return attachment && renderedUpload(attachment);
    },
  };
  try {
    return renderMarkdown(parsed, lookup);
  } catch (error) {
    if (error instanceof UnrenderableMessageError) throw badRequest(error.message);
    throw error;
  }
}
