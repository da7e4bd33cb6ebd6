// What an organization's settings make of Markdown: its linkifiers, its emoji, and what is previewed. Linkifiers and
// emoji are read on first use and held in memory with the rest of the organization.

import { type CompiledLinkifier, compileLinkifier } from '../markdown/linkifiers.ts';
import type { MarkdownSettings } from '../markdown/render.ts';
import { emojiUrl } from '../model/emoji/wire-emoji.ts';
import type { Reader } from '../storage/session.ts';
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

/** Whether they were asked for before, so that they are had without reading. */
export function areLinkifiersInMemory(state: OrganizationState): boolean {
  return state.partInMemory(linkifierPart) !== undefined;
}

/** The same without reading; empty until they were asked for once. */
export function compiledLinkifiersInMemory(state: OrganizationState): readonly CompiledLinkifier[] {
  return state.partInMemory(linkifierPart) ?? [];
}

/** The settings as rendering takes them; `organizationUrl` is where links to messages lead. */
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
