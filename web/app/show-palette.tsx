// Opens the command palette.

import { loadAdministration } from '../components/lazy-chunks.ts';
import { showDialog } from '../components/overlays.tsx';
import type { Actions } from '../data/actions.ts';
import { CachedSearch } from '../data/cached-search.ts';
import { openBeside } from '../data/open-beside.ts';
import type { Organization } from '../data/organization.ts';
import { visitedConversations } from '../data/visited-conversations.ts';
import { has24Hours } from '../i18n/dates.ts';
import { viewAt } from '../lib/address.ts';
import { Palette } from '../palette/palette.tsx';
import type { PaletteItem } from '../palette/palette-item.ts';
import {
  type PaletteOptions,
  paletteSections,
  savedSection,
  visitedSection,
} from '../palette/palette-items.ts';
import type { PaletteQuery } from '../palette/palette-query.ts';
import { countPaletteUse, paletteWeights } from '../palette/palette-usage.ts';
import { addressOfSearch } from '../search/search-text.ts';
import { narrowTargetIn } from '../sidebar/sidebar-model.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { menuFor } from './conversation-menu.ts';
import { paletteCommands, settingItem } from './palette-commands.ts';

/** The settings of the organization, for those who administer it; empty until they are loaded. */
async function organizationItems({ state, ownId }: Organization): Promise<PaletteItem[]> {
  if (!state.is_admin) return [];
  const { listedOrganizationSettings } = await loadAdministration(
    () => import('../organization/listed-organization-settings.ts'),
  );
  return listedOrganizationSettings(state, ownId).map(settingItem);
}

/** `typedBefore` is called once the field has the focus, and returns its first text. */
export function showPalette(organization: Organization, actions: Actions, typedBefore: () => string): void {
  const { ownId } = organization;
  const search = new CachedSearch(organization);
  const closing = new AbortController();
  const commands = paletteCommands(organization, actions);
  const weights = paletteWeights(ownId, Date.now());
  const visited = visitedConversations(ownId);
  // Both are usually ready before a person has typed a word. If one cannot be loaded, it is left out.
  search.load(closing.signal).catch(() => undefined);
  organizationItems(organization).then(
    (items) => commands.push(...items),
    () => undefined,
  );
  const options = (): PaletteOptions => {
    const { state, topics } = organization;
    return {
      state,
      ownId,
      weights,
      counts: unreadCounts(state),
      knownTopics: (id) => topics.cached(id),
      now: Date.now() / 1000,
      is24Hours: has24Hours(state.user_settings?.twenty_four_hour_time),
      actions: commands,
      findMessages: (words, limit) => search.find(words, limit),
      messages: search.messages(),
      moreFor: (target) => menuFor(organization, actions, target),
    };
  };
  const find = (query: PaletteQuery) =>
    query.words === '' && !query.kind
      ? [
          visitedSection(visited, narrowTargetIn(viewAt(location.hash), ownId), options()),
          savedSection(organization.state),
        ].filter(({ items }) => items.length > 0)
      : paletteSections(query, options());
  showDialog((close) => (
    <Palette
      find={find}
      typedBefore={typedBefore}
      addressOfSearch={(words) => addressOfSearch(words, organization.state)}
      onOpenBeside={(address) => openBeside(address, organization)}
      onUse={({ key }) => countPaletteUse(ownId, key, Date.now())}
      onClose={() => {
        closing.abort();
        close();
      }}
    />
  ));
}
