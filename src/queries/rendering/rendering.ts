// Renders Markdown for an organization. Names in the text are looked up among the people, groups and channels
// in memory, before any unit of work begins, and only as far as the actor may see them.

import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { runInShortTurn } from '../../api-contract/yielding.ts';
import { groupDisplayName } from '../../markdown/group-names.ts';
import {
  draftMarkdown,
  type LinkPreview,
  type MarkdownLookup,
  type MentionedUser,
  parseMarkdown,
  type RenderedMarkdown,
  UnrenderableMessageError,
} from '../../markdown/render.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { UserGroup } from '../../model/groups/user-group.ts';
import { renderedUpload } from '../../model/uploads/attachment.ts';
import { cachedPreviews } from '../../stores/link-previews/link-preview-store.ts';
import { markdownSettings } from '../markdown-settings.ts';
import { newestReadableInTopic } from '../messages/newest-readable.ts';
import { type QueryContext, type Requester, requesterOf } from '../requester.ts';
import { accountsByFullName } from '../state/by-name.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import { usableUploads } from '../uploads/usable.ts';
import { findVisibleChannel, seesAccount } from '../visible-lookups.ts';

/** The organization and its address as the caller reached it. */
export interface RenderingContext extends QueryContext {
  readonly organizationUrl: string;
}

/** The accounts whose permissions apply to a text. */
export interface TextOrigin {
  /**
   * The actor: people and channels are resolved as far as it sees them. Undefined: as far as anonymous
   * viewers do.
   */
  readonly actor: Account | undefined;
  /**
   * The author: may link their own uploads, and decides whether emoticons are translated. Undefined: Parley
   * itself.
   */
  readonly author: Account | undefined;
}

/** A text that an account wrote itself. */
export function writtenBy(account: Account): TextOrigin {
  return { actor: account, author: account };
}

/** A text caused by an account's action, or shown for it, such as a description. */
export function causedBy(actor: Account | undefined): TextOrigin {
  return { actor, author: undefined };
}

function mentionedUserOf({ id, fullName, isActive }: Account): MentionedUser {
  return { id, fullName, isActive };
}

function groupLookup(group: UserGroup): NonNullable<ReturnType<MarkdownLookup['group']>> {
  return {
    id: group.id,
    name: group.name,
    displayName: groupDisplayName(group.name),
    isActive: !group.isDeactivated,
    isSystem: group.isSystem,
  };
}

/** Renders Markdown with the permissions of `origin`. @throws `Unable to render message` */
export async function renderForOrganization(
  context: RenderingContext,
  content: string,
  origin: TextOrigin,
): Promise<RenderedMarkdown> {
  const { state, reader, organizationUrl } = context;
  const settings = await markdownSettings(state, reader, organizationUrl);
  // Texts of bots and of Parley itself get no link previews.
  const inlineUrlEmbedPreview =
    settings.inlineUrlEmbedPreview && origin.author !== undefined && !origin.author.isBot;
  const parsed = await runInShortTurn(() => parseMarkdown(content, { ...settings, inlineUrlEmbedPreview }));
  const requester = await requesterOf(context, origin.actor);
  const found: Found = {
    newest: await newestInTopics(requester, parsed.references.topics),
    uploads: await usableUploads(context, origin.author, parsed.references.uploadPaths),
  };
  try {
    const translateEmoticons = origin.author?.settings.translate_emoticons ?? false;
    const lookup = lookupFor(requester, found);
    const draft = await runInShortTurn(() => draftMarkdown(parsed, lookup, { translateEmoticons }));
    const typeset = await state.typeset(draft.items, (origin.author ?? origin.actor)?.id);
    const pages =
      draft.webPages.length > 0 ? await cachedPreviews(reader, draft.webPages, nowSeconds()) : NO_PAGES;
    const rendered = draft.finish(typeset, (url) => linkPreview(state, pages.get(url)));
    return { ...rendered, linksForPreview: rendered.linksForPreview.filter((url) => !pages.has(url)) };
  } catch (error) {
    if (error instanceof UnrenderableMessageError) throw badRequest(error.message);
    throw error;
  }
}

const NO_PAGES: Awaited<ReturnType<typeof cachedPreviews>> = new Map();

/** The known preview of a web page. */
function linkPreview(
  state: OrganizationState,
  page: LinkPreview | null | undefined,
): LinkPreview | undefined {
  return page ? { ...page, imageUrl: state.externalMediaUrl?.(page.imageUrl) ?? page.imageUrl } : undefined;
}

/** Read from the database before rendering, which is synchronous. */
interface Found {
  /** The newest message of topics, by `channel-id topic`. */
  readonly newest: ReadonlyMap<string, number>;
  readonly uploads: Awaited<ReturnType<typeof usableUploads>>;
}

/** A channel whose content the requester may read, by its exact name. */
function linkedChannel(requester: Requester, name: string): Channel | undefined {
  const channel = findVisibleChannel(requester, name, 'content');
  return channel?.name === name ? channel : undefined;
}

async function newestInTopics(
  requester: Requester,
  topics: readonly { readonly channelName: string; readonly topic: string }[],
): Promise<Map<string, number>> {
  const newest = new Map<string, number>();
  for (const { channelName, topic } of topics.slice(0, limits.topicsLookedUpPerText)) {
    const channel = linkedChannel(requester, channelName);
    const id = channel && (await newestReadableInTopic(requester, channel, topic));
    if (channel && id !== undefined) newest.set(`${channel.id} ${topic}`, id);
  }
  return newest;
}

function lookupFor(requester: Requester, { newest, uploads }: Found): MarkdownLookup {
  const { state } = requester;
  const mentionIfVisible = (account: Account | undefined) =>
    account && seesAccount(requester, account) ? mentionedUserOf(account) : undefined;
  return {
    userByName: (name) =>
      mentionIfVisible(accountsByFullName(state, name).find((account) => seesAccount(requester, account))),
    userById: (id) => mentionIfVisible(state.account(id)),
    group: (name) => {
      for (const group of state.groups.values()) if (group.name === name) return groupLookup(group);
      return undefined;
    },
    channel: (name) => {
      const channel = linkedChannel(requester, name);
      return channel && { id: channel.id, name: channel.name };
    },
    newestMessageInTopic: (channelId, topic) => newest.get(`${channelId} ${topic}`),
    upload: (path) => {
      const attachment = uploads.get(path);
      return attachment && renderedUpload(attachment);
    },
  };
}
