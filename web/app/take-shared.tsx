// Offers to send what another app has shared with the installed client: a conversation is chosen, and the content is in
// its composer. Nothing is sent before that.

import { Icon } from '../components/icon.tsx';
import { showDialog } from '../components/overlays.tsx';
import { showError } from '../components/status-line.tsx';
import type { Organization } from '../data/organization.ts';
import { visitedConversations } from '../data/visited-conversations.ts';
import { joinNames } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { viewAt } from '../lib/address.ts';
import { type Destination, destinationOf } from '../lib/destination.ts';
import { SHARED_CACHE, type SharedContent, waitingShared } from '../lib/shared-content.ts';
import { Palette } from '../palette/palette.tsx';
import type { PaletteItem, PaletteSection } from '../palette/palette-item.ts';
import { type PaletteOptions, paletteSections, visitedSection } from '../palette/palette-items.ts';
import type { PaletteQuery } from '../palette/palette-query.ts';
import { mayPost } from '../store/permissions.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { attachFiles } from './attach-files.ts';

const optionsOf = ({ state, ownId, topics }: Organization): PaletteOptions => ({
  state,
  ownId,
  weights: new Map(),
  counts: unreadCounts(state),
  knownTopics: (id) => topics.cached(id),
  now: 0,
  is24Hours: false,
  actions: [],
  findMessages: () => [],
  messages: [],
  moreFor: () => [],
});

/** The conversation of an item, if the viewer may write there. */
function destinationIn({ state, ownId }: Organization, { opens }: PaletteItem): Destination | undefined {
  const view = typeof opens === 'string' ? viewAt(opens) : undefined;
  const to = view?.kind === 'narrow' ? destinationOf(view.terms, ownId) : undefined;
  const isRefused =
    to?.kind === 'channel' && to.channelId !== undefined && !mayPost(state, to.channelId, ownId);
  return isRefused ? undefined : to;
}

/** What the chooser finds: conversations, each of which calls back. */
function sectionsOf(
  organization: Organization,
  query: PaletteQuery,
  onChoose: (destination: Destination, address: string) => void,
): PaletteSection[] {
  const options = optionsOf(organization);
  const visited = visitedSection(visitedConversations(organization.ownId), undefined, options);
  const isVisited = query.words === '' && !query.kind && visited.items.length > 0;
  const found = isVisited ? [visited] : paletteSections(query, options);
  return found
    .filter(({ kind }) => kind !== 'messages' && kind !== 'actions')
    .map(({ kind, items }) => ({
      kind,
      items: items.flatMap(({ more: _none, ...item }): PaletteItem[] => {
        const destination = destinationIn(organization, item);
        const address = String(item.opens);
        return destination ? [{ ...item, opens: () => onChoose(destination, address) }] : [];
      }),
    }));
}

function About({ text, files, leftOut, isCut }: SharedContent) {
  return (
    <div class="palette-about">
      {text !== '' && <p dir="auto">{text}</p>}
      {files.length > 0 && (
        <p>
          <Icon name="attach" />
          <span>{joinNames(files.map(({ name }) => name))}</span>
        </p>
      )}
      {leftOut > 0 && <p>{t('share.leftOut', { count: leftOut })}</p>}
      {isCut && <p>{t('share.cut')}</p>}
    </div>
  );
}

/** The cache itself is removed, so that later starts see at once that nothing waits. */
const removeShared = () => caches.delete(SHARED_CACHE);

/** Asks where to send what waits. It is removed when that was chosen, or the question was closed. */
export async function takeShared(organization: Organization): Promise<void> {
  const store = await caches.open(SHARED_CACHE);
  const shared = await waitingShared(store, Date.now());
  if (!shared) return void (await removeShared());
  const choose = (destination: Destination, address: string) =>
    void attachFiles(organization, destination, address, shared.files, shared.text);
  showDialog((close) => (
    <Palette
      purpose={{ title: t('share.title'), about: <About {...shared} /> }}
      find={(query) => sectionsOf(organization, query, choose)}
      onUse={() => undefined}
      onClose={() => {
        void removeShared();
        close();
      }}
    />
  ));
}

export function showShareFailure(): void {
  showError(t('share.failed'));
}
