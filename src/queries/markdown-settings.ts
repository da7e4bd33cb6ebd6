// The settings of Markdown rendering for an organization: its linkifiers, its emoji, and which previews are
// shown. Linkifiers and emoji are read on first use and cached with the organization's state.

import { type CompiledLinkifier, compileLinkifier } from '../markdown/linkifiers.ts';
import type { MarkdownSettings } from '../markdown/render.ts';
import { emojiUrl } from '../model/emoji/wire-emoji.ts';
import type { Reader } from '../storage/reader-writer.ts';
import { readEmoji } from '../stores/emoji/emoji-store.ts';
import { readLinkifiers } from '../stores/linkifiers/linkifier-store.ts';
import type { OrganizationState, StatePart } from './state/organization-state.ts';

const linkifierPart: StatePart<readonly CompiledLinkifier[]> = {
  key: 'linkifiers',
  async read(reader) {
    return (await readLinkifiers(reader)).flatMap((linkifier) => {
      try {
        return [compileLinkifier(linkifier)];
      } catch {
        // An older version accepted it, this one does not: it creates no links and does no harm.
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

/** The organization's linkifiers, compiled. */
export function compiledLinkifiers(
  state: OrganizationState,
  reader: Reader,
): Promise<readonly CompiledLinkifier[]> {
  return state.part(reader, linkifierPart);
}

/** Whether the compiled linkifiers are in memory, so that no reading is needed. */
export function areLinkifiersInMemory(state: OrganizationState): boolean {
  return state.partInMemory(linkifierPart) !== undefined;
}

/** The compiled linkifiers that are in memory; empty until their first use. */
export function compiledLinkifiersInMemory(state: OrganizationState): readonly CompiledLinkifier[] {
  return state.partInMemory(linkifierPart) ?? [];
}

/** The settings for rendering; `organizationUrl` is the base of links to messages. */
export async function markdownSettings(
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
    ...(state.externalMediaUrl && { externalMediaUrl: state.externalMediaUrl }),
  };
}
