// The settings and lookups for rendering the viewer's own text locally, from the state: the same answers that the
// server's renderer gets. Lookups that only the server can answer are reported and left out.

import type { State } from '../../client/state/state.ts';
import { groupDisplayName } from '../../src/markdown/group-names.ts';
import { compileLinkifier } from '../../src/markdown/linkifiers.ts';
import type {
  CompiledLinkifier,
  MarkdownLookup,
  MarkdownSettings,
  MentionedUser,
} from '../../src/markdown/render.ts';
import { textKey } from '../../src/markdown/text-key.ts';
import { allChannels, isDeactivated, personIn } from './directory.ts';
import { memoize } from './memoized.ts';
import { mayReadChannel } from './permissions.ts';

/** The regex engine is built without Unicode character classes (`scripts/build-web.mjs`). */
const usesCharacterClass = ({ pattern }: { readonly pattern: string }) => /\\p/i.test(pattern);

const compiled = memoize((linkifiers: State['realm_linkifiers']): CompiledLinkifier[] =>
  (linkifiers ?? [])
    .filter((linkifier) => !usesCharacterClass(linkifier))
    .flatMap(({ id, pattern, url_template: urlTemplate }) => {
      try {
        return [compileLinkifier({ id, pattern, urlTemplate })];
      } catch {
        // The server rejects such a pattern too, so it links nothing.
        return [];
      }
    }),
);

const customEmoji = memoize(
  (emoji: State['realm_emoji']): MarkdownSettings['customEmoji'] =>
    new Map(
      Object.values(emoji ?? {})
        .filter(({ deactivated }) => !deactivated)
        .map(({ id, name, source_url: url }) => [name, { id: Number(id), url }]),
    ),
);

type People = readonly { readonly user_id: number; readonly full_name: string }[] | undefined;

const idsByName = memoize((...lists: readonly People[]) => {
  const byName = new Map<string, number>();
  // Of several accounts with the same name, the lowest id is meant.
  for (const { user_id: id, full_name: name } of lists.flatMap((list) => list ?? [])) {
    const key = textKey(name);
    byName.set(key, Math.min(id, byName.get(key) ?? id));
  }
  return byName;
});

/**
 * The organization's rendering settings, for the page at `organizationUrl`. `onUnknown` is called if rendering
 * depends on something only the server has.
 */
export function echoSettings(state: State, organizationUrl: string, onUnknown: () => void): MarkdownSettings {
  if (state.realm_linkifiers?.some(usesCharacterClass)) onUnknown();
  return {
    linkifiers: compiled(state.realm_linkifiers),
    customEmoji: customEmoji(state.realm_emoji),
    organizationUrl,
    defaultCodeLanguage: state.realm_default_code_block_language ?? '',
    inlineImagePreview: state.realm_inline_image_preview ?? true,
    inlineUrlEmbedPreview: state.realm_inline_url_embed_preview ?? false,
    externalMediaUrl(url) {
      onUnknown();
      return url;
    },
  };
}

/** Looks up what a text mentions. `onUnknown` is called if the text refers to something only the server knows. */
export function echoLookup(state: State, ownId: number, onUnknown: () => void): MarkdownLookup {
  const mentionedUser = (id: number | undefined): MentionedUser | undefined => {
    const person = id === undefined ? undefined : personIn(state, id);
    if (!person) return undefined;
    const isActive = !isDeactivated(state, person.user_id);
    return { id: person.user_id, fullName: person.full_name, isActive };
  };
  const unknown = () => {
    onUnknown();
    return undefined;
  };
  return {
    userByName: (name) =>
      mentionedUser(
        idsByName(state.realm_users, state.realm_non_active_users, state.cross_realm_bots).get(textKey(name)),
      ),
    userById: mentionedUser,
    group(name) {
      const group = state.realm_user_groups?.find((group) => group.name === name);
      return (
        group && {
          id: group.id,
          name,
          displayName: groupDisplayName(name),
          isActive: !group.deactivated,
          isSystem: group.is_system_group,
        }
      );
    },
    channel(name) {
      const channel = allChannels(state).find((channel) => channel.name === name);
      return channel && mayReadChannel(state, channel.stream_id, ownId)
        ? { id: channel.stream_id, name }
        : undefined;
    },
    newestMessageInTopic: unknown,
    upload: unknown,
  };
}
