// Renders the texts of an import with the service's own renderer. References in a text are resolved to imported
// objects, as far as the author has access. Uses plain data only, so it can run on any thread.

import { limits } from '../../api-contract/limits.ts';
import { compileLinkifier } from '../../markdown/linkifiers.ts';
import {
  draftMarkdown,
  type MarkdownLookup,
  type MarkdownSettings,
  parseMarkdown,
  type RenderedMarkdown,
  UnrenderableMessageError,
  type UploadedFile,
} from '../../markdown/render.ts';
import { typesetWithin } from '../../markdown/typeset-within.ts';
import { pathIdOfUrl } from '../../model/uploads/path-id.ts';

export interface RenderedAccount {
  readonly id: number;
  readonly fullName: string;
  readonly isActive: boolean;
  readonly isGuest: boolean;
  readonly translatesEmoticons: boolean;
}

export interface RenderedChannel {
  readonly id: number;
  readonly name: string;
  readonly isPrivate: boolean;
  /** For private channels, all current and former subscribers; for others, the guests among them. */
  readonly accountIds: ReadonlySet<number>;
}

/** The objects that texts may refer to, and settings for rendering. */
export interface RenderingFacts {
  readonly accounts: readonly RenderedAccount[];
  readonly groups: readonly {
    readonly id: number;
    readonly name: string;
    readonly displayName: string;
    readonly isActive: boolean;
    readonly isSystem: boolean;
  }[];
  readonly channels: readonly RenderedChannel[];
  readonly linkifiers: readonly {
    readonly id: number;
    readonly pattern: string;
    readonly urlTemplate: string;
  }[];
  readonly emoji: MarkdownSettings['customEmoji'];
  readonly organizationUrl: string;
  readonly defaultCodeLanguage: string;
  readonly inlineImagePreview: boolean;
  /** The uploads by path. */
  readonly uploads: ReadonlyMap<string, UploadedFile>;
}

const emptyRendering: RenderedMarkdown = {
  html: '',
  mentionedUserIds: [],
  mentionedGroupIds: [],
  mentionsChannel: false,
  mentionsTopic: false,
  hasLink: false,
  hasImage: false,
  hasAttachment: false,
  uploadPaths: [],
  isMeMessage: false,
  linksForPreview: [],
};

/** Renders texts of one organization. */
export class Renderer {
  readonly #facts: RenderingFacts;
  readonly #settings: MarkdownSettings;
  readonly #byId: ReadonlyMap<number, RenderedAccount>;
  readonly #byName = new Map<string, RenderedAccount>();
  readonly #groups: ReadonlyMap<string, RenderingFacts['groups'][number]>;
  readonly #channels: ReadonlyMap<string, RenderedChannel>;

  constructor(facts: RenderingFacts) {
    this.#facts = facts;
    this.#settings = {
      linkifiers: facts.linkifiers.flatMap((linkifier) => {
        try {
          return [compileLinkifier(linkifier)];
        } catch {
          // An invalid linkifier has no effect; it was noted when it was read.
          return [];
        }
      }),
      customEmoji: facts.emoji,
      organizationUrl: facts.organizationUrl,
      defaultCodeLanguage: facts.defaultCodeLanguage,
      inlineImagePreview: facts.inlineImagePreview,
      inlineUrlEmbedPreview: false,
    };
    this.#byId = new Map(facts.accounts.map((account) => [account.id, account]));
    for (const account of facts.accounts) {
      const name = account.fullName.toLowerCase();
      const existing = this.#byName.get(name);
      // Among accounts with the same name, an active one takes precedence, then the first.
      if (!existing || (!existing.isActive && account.isActive)) this.#byName.set(name, account);
    }
    this.#groups = new Map(facts.groups.map((group) => [group.name, group]));
    this.#channels = new Map(facts.channels.map((channel) => [channel.name, channel]));
  }

  /** Renders a text of an author, or of the service if undefined. A text that cannot be rendered is empty. */
  render(text: string, authorId: number | undefined): RenderedMarkdown {
    const author = authorId === undefined ? undefined : this.#byId.get(authorId);
    const parsed = parseMarkdown(text, this.#settings);
    try {
      const translateEmoticons = author?.translatesEmoticons ?? false;
      const draft = draftMarkdown(parsed, this.#lookupFor(author), { translateEmoticons });
      return draft.finish(typesetWithin(draft.items, limits.typesettingMilliseconds));
    } catch (error) {
      if (error instanceof UnrenderableMessageError) return emptyRendering;
      throw error;
    }
  }

  #lookupFor(author: RenderedAccount | undefined): MarkdownLookup {
    return {
      userByName: (name) => this.#byName.get(name.toLowerCase()),
      userById: (id) => this.#byId.get(id),
      group: (name) => this.#groups.get(name),
      channel: (name) => {
        const channel = this.#channels.get(name);
        if (!channel || !author) return channel?.isPrivate ? undefined : channel;
        const isOpen = !channel.isPrivate && !author.isGuest;
        return isOpen || channel.accountIds.has(author.id) ? channel : undefined;
      },
      newestMessageInTopic: () => undefined,
      upload: (url) => this.#facts.uploads.get(pathIdOfUrl(url) ?? ''),
    };
  }
}
