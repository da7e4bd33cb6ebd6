// What the rest of the server and the Markdown renderer say to each other: the settings of an organization,
// what a document names (to be looked up by the caller), the answers to that, and the outcome. The renderer
// itself reads no database and no clock.

export interface LinkifierDefinition {
  readonly id: number;
  /** Python syntax, as far as it can be matched in linear time: no look-around, no backreferences. */
  readonly pattern: string;
  readonly urlTemplate: string;
}

export interface LinkifierMatch {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

export interface CompiledLinkifier extends LinkifierDefinition {
  /** Matches in `text`, in order; not overlapping. Ends where the budget does: by default one of its own. */
  readonly find: (text: string, budget?: LinkifierBudget) => readonly LinkifierMatch[];
}

/** What linkifiers may still do in one message; taken from as they work. */
export interface LinkifierBudget {
  matches: number;
  /** Looks of a linkifier at a run of inline Markdown, however short. */
  looks: number;
  /** Characters of text times instructions of the pattern, for patterns of many instructions. */
  steps: number;
}

/** The part of an organization's settings that rendering depends on; changes rarely. */
export interface MarkdownSettings {
  /** In the order in which they are applied. */
  readonly linkifiers: readonly CompiledLinkifier[];
  /** The active custom emoji, by name. */
  readonly customEmoji: ReadonlyMap<string, { readonly id: number; readonly url: string }>;
  /** E.g. `https://chat.example`, without a slash at the end: recognises own links and uploads. */
  readonly organizationUrl: string;
  /** The language of code fences that name none; '' when there is none. */
  readonly defaultCodeLanguage: string;
  readonly inlineImagePreview: boolean;
  readonly inlineUrlEmbedPreview: boolean;
  /** Turns the address of an external image into the address clients load it from (a proxy). Default: itself. */
  readonly externalMediaUrl?: (url: string) => string;
}

/** What a document names and the caller must look up before it renders. May name more than will be used. */
export interface MarkdownReferences {
  /** As typed, from `@**Zoe**`. */
  readonly userNames: readonly string[];
  /** From `@**Zoe|7**` and `@**|7**`. */
  readonly userIds: readonly number[];
  readonly groupNames: readonly string[];
  readonly channelNames: readonly string[];
  /** For the `/with/{id}` part of topic links. */
  readonly topics: readonly { readonly channelName: string; readonly topic: string }[];
  /** `/user_uploads/…` paths. */
  readonly uploadPaths: readonly string[];
}

export interface MentionedUser {
  readonly id: number;
  readonly fullName: string;
  readonly isActive: boolean;
}

export interface MentionedGroup {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  readonly isActive: boolean;
  readonly isSystem: boolean;
}

/** What previews and players need to know of an uploaded file that the author may use. */
export interface UploadedFile {
  readonly contentType: string;
  /** Set when the file is an image that gets thumbnails. */
  readonly image?: UploadedImage;
}

export interface UploadedImage {
  /** In pixels, after rotation. */
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
  /** Last path part of the thumbnail, e.g. `840x560.webp`; undefined until there is one. */
  readonly thumbnailName?: string;
  /** Last path part of the full-size copy in a format browsers show, for HEIC and TIFF. */
  readonly transcodedName?: string;
}

/** What was fetched of a linked web page, for its preview. */
export type LinkPreview =
  | {
      readonly kind: 'website';
      readonly imageUrl: string;
      readonly title?: string;
      readonly description?: string;
    }
  | {
      readonly kind: 'photo';
      readonly imageUrl: string;
      readonly title?: string;
    }
  | {
      readonly kind: 'video';
      /** Of whom clients know the name; a link that shows its address then shows name and title. */
      readonly provider?: string;
      readonly title: string;
      readonly imageUrl: string;
      /** A frame with the player. */
      readonly html: string;
    };

/** Answers to the references of a document; all synchronous, all limited to what the author may see. */
export interface MarkdownLookup {
  /** Ignores case. */
  userByName(name: string): MentionedUser | undefined;
  userById(id: number): MentionedUser | undefined;
  group(name: string): MentionedGroup | undefined;
  channel(name: string): { readonly id: number; readonly name: string } | undefined;
  newestMessageInTopic(channelId: number, topic: string): number | undefined;
  upload(path: string): UploadedFile | undefined;
  /** Absent while nothing has been fetched. */
  linkPreview?(url: string): LinkPreview | undefined;
}

export interface RenderOptions {
  /** The author's setting: `:)` becomes an emoji. Default false. */
  readonly translateEmoticons?: boolean;
  /** Largest HTML, in bytes. Default 150,000 (15 times the default message limit). */
  readonly maxHtmlBytes?: number;
}

export interface RenderedMarkdown {
  readonly html: string;
  /** Non-silent, active; sorted, unique. */
  readonly mentionedUserIds: readonly number[];
  /** Non-silent, active; sorted, unique. */
  readonly mentionedGroupIds: readonly number[];
  /** `@**all**` and its synonyms. */
  readonly mentionsChannel: boolean;
  /** `@**topic**`. */
  readonly mentionsTopic: boolean;
  readonly hasLink: boolean;
  readonly hasImage: boolean;
  readonly hasAttachment: boolean;
  /** Own uploads that are linked and exist; in order of appearance, unique. */
  readonly uploadPaths: readonly string[];
  readonly isMeMessage: boolean;
  /** Web pages a preview may be fetched of; empty unless website previews are on. */
  readonly linksForPreview: readonly string[];
}

/** The HTML would be too large; answered as `Unable to render message`. */
export class UnrenderableMessageError extends Error {
  constructor() {
    super('Unable to render message');
  }
}
