// The interface between the Markdown renderer and the rest of the server: the settings of an organization, the
// references in a document (which the caller looks up), the results of these lookups, and the rendered output. The
// renderer itself uses neither a database nor a clock.

import { CodedError } from '../errors/coded-error.ts';

export interface LinkifierDefinition {
  readonly id: number;
  /** In Python syntax, as far as it can be matched in linear time: no look-around, no backreferences. */
  readonly pattern: string;
  readonly urlTemplate: string;
}

export interface LinkifierMatch {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

export interface CompiledLinkifier extends LinkifierDefinition {
  /**
   * The matches in `text`, in order and without overlaps. Stops when the budget is used up; by default, the budget
   * is for this call only.
   */
  readonly find: (text: string, budget?: LinkifierBudget) => readonly LinkifierMatch[];
}

/** The work that linkifiers may still do in one message; decremented as they work. */
export interface LinkifierBudget {
  matches: number;
  /** The number of times that a linkifier is run on inline Markdown, however short. */
  runs: number;
  /** Characters of text times instructions of the pattern, for patterns with many instructions. */
  steps: number;
}

/** The part of an organization's settings that rendering depends on; changes rarely. */
export interface MarkdownSettings {
  /** In the order in which they are applied. */
  readonly linkifiers: readonly CompiledLinkifier[];
  /** The active custom emoji, by name. */
  readonly customEmoji: ReadonlyMap<string, { readonly id: number; readonly url: string }>;
  /** E.g. `https://chat.example`, without a trailing slash: identifies links and uploads of the organization. */
  readonly organizationUrl: string;
  /** The language of code fences that name none; '' if there is no default. */
  readonly defaultCodeLanguage: string;
  readonly inlineImagePreview: boolean;
  readonly inlineUrlEmbedPreview: boolean;
  /** Maps the address of an external image to the address that clients load it from (a proxy). Default: unchanged. */
  readonly externalMediaUrl?: (url: string) => string;
}

/** The references in a document that the caller must look up before rendering. May include some that will not be used. */
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

/** The facts that previews and players need about an uploaded file that the author may access. */
export interface UploadedFile {
  readonly contentType: string;
  /** Set if the file is an image with thumbnails. */
  readonly image?: UploadedImage;
  /** Set if the file is a recording whose length and loudness the uploader measured. */
  readonly recording?: Recording;
}

/** What clients need to draw a recording before they have loaded it. */
export interface Recording {
  readonly seconds: number;
  /** The loudness of 64 equal parts, each a hexadecimal digit. */
  readonly waveform: string;
}

export interface UploadedImage {
  /** In pixels, after rotation. */
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
  /** The last path segment of the thumbnail, e.g. `840x560.webp`; undefined until there is one. */
  readonly thumbnailName?: string;
  /** The last path segment of the full-size copy in a format that browsers display, for HEIC and TIFF. */
  readonly transcodedName?: string;
}

/** The data fetched from a linked web page, for its preview. */
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
      /** The provider's name, if clients know it. A bare link then shows provider and title. */
      readonly provider?: string;
      readonly title: string;
      readonly imageUrl: string;
      /** An iframe with the player. */
      readonly html: string;
    };

/** Resolves the references of a document, synchronously and limited to what the author may see. */
export interface MarkdownLookup {
  /** Ignores case. */
  userByName(name: string): MentionedUser | undefined;
  userById(id: number): MentionedUser | undefined;
  group(name: string): MentionedGroup | undefined;
  channel(name: string): { readonly id: number; readonly name: string } | undefined;
  newestMessageInTopic(channelId: number, topic: string): number | undefined;
  upload(path: string): UploadedFile | undefined;
  /** Missing while nothing has been fetched. */
  linkPreview?(url: string): LinkPreview | undefined;
}

export interface RenderOptions {
  /** The author's setting: whether `:)` becomes an emoji. Default false. */
  readonly translateEmoticons?: boolean;
  /** The largest HTML, in bytes. Default 150,000 (15 times the default message limit). */
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
  /** Uploads of the organization that are linked and exist; in order of appearance, unique. */
  readonly uploadPaths: readonly string[];
  readonly isMeMessage: boolean;
  /** Web pages that previews may be fetched for; empty unless website previews are enabled. */
  readonly linksForPreview: readonly string[];
}

/** Thrown if the HTML would be too large; answered with `Unable to render message`. */
export class UnrenderableMessageError extends CodedError {
  constructor() {
    super('MESSAGE_UNRENDERABLE', 'Unable to render message');
  }
}
