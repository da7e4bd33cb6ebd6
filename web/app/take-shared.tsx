// Asks for the conversation to which content that another app shared is sent, and puts the content into its composer.
// The viewer sends it from there.

import { Icon } from '../components/icon.tsx';
import { showDialog } from '../components/overlays.tsx';
import { showError } from '../components/status-line.tsx';
import type { Organization } from '../data/organization.ts';
import { visitedConversations } from '../data/visited-conversations.ts';
import { joinNames } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { viewAt } from '../lib/address.ts';
import { type Destination, destinationOf } from '../lib/destination.ts';
import { readShared, SHARED_CACHE, type SharedContent } from '../lib/shared-content.ts';
import { Palette } from '../palette/palette.tsx';
import type { PaletteItem, PaletteSection } from '../palette/palette-item.ts';
import { type PaletteOptions, paletteSections, visitedSection } from '../palette/palette-items.ts';
import type { PaletteQuery } from '../palette/palette-query.ts';
import { postingObstacle } from '../store/posting-obstacle.ts';
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
  return postingObstacle(state, ownId, to) ? undefined : to;
}

/** The conversations that match a query; choosing one calls `onChoose`. */
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

/** Removes the whole cache, because a start only checks whether it exists. */
const removeShared = () => caches.delete(SHARED_CACHE);

/** Asks where to send the stored content. The content is removed once a conversation is chosen or the dialog is closed. */
export async function takeShared(organization: Organization): Promise<void> {
  const store = await caches.open(SHARED_CACHE);
  const shared = await readShared(store, Date.now());
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
