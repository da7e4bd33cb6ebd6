// All direct conversations on a page, with a filter and a search by name.

import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Count } from '../components/count.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { gridCell } from '../components/grid-roles.ts';
import { Icon } from '../components/icon.tsx';
import { plainText } from '../components/plain-text.ts';
import { useActions } from '../data/actions.ts';
import { useMessage } from '../hooks/use-message.ts';
import { useNow } from '../hooks/use-now.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { shortTime } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { isEqual } from '../lib/equal.ts';
import { DirectPicture } from '../pictures/person-picture.tsx';
import { personName } from '../store/names.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { ConversationGrid } from './conversation-grid.tsx';
import { ConversationLink, ConversationRow } from './conversation-row.tsx';
import {
  type DirectFilter,
  type DirectRow,
  directFilters,
  directRows,
  matchingRows,
  passesFilter,
} from './direct-rows.ts';
import { useFetchedMessages } from './use-fetched-messages.ts';

/** The number of rows shown; the search finds the others. */
const MAX_SHOWN = 250;

function Row({ row }: { readonly row: DirectRow }) {
  const { ownId } = useOrganization();
  const { ids, count, newestId, isMuted } = row;
  const message = useMessage(newestId);
  const viewer = useViewer();
  const now = useNow();
  const sender = useOrganizationState((state) => (message ? personName(state, message.sender_id) : ''));
  const conversation = { kind: 'direct', ids } as const;
  const isOwn = message?.sender_id === ownId;
  return (
    <ConversationRow conversation={conversation} count={count} newestId={newestId} class="direct-row">
      <span {...gridCell} class="row-picture">
        <DirectPicture ids={ids} size="medium" />
      </span>
      <span {...gridCell} class="row-name">
        <ConversationLink conversation={conversation} />
      </span>
      <time {...gridCell} dateTime={message && new Date(message.timestamp * 1000).toISOString()}>
        {message && shortTime(message.timestamp, now, viewer)}
      </time>
      <span {...gridCell} class="words" dir="auto">
        {message && (isOwn || ids.length > 1) && (
          <span class="faint">
            <bdi>{isOwn ? t('direct.you') : sender}</bdi>:{' '}
          </span>
        )}
        {message && plainText(message.content, viewer)}
      </span>
      <span {...gridCell} class="row-count">
        {isMuted && (
          <>
            <Icon name="mute" />
            <span class="only-spoken">{t('channels.muted')}</span>
          </>
        )}
        <Count count={count} isUrgent={!isMuted} />
      </span>
    </ConversationRow>
  );
}

export function DirectView() {
  const { compose } = useActions();
  const [filter, setFilter] = useState<DirectFilter>('all');
  const [query, setQuery] = useState('');
  const rows = useOrganizationState((state) => directRows(state, unreadCounts(state)), isEqual);
  const shownRows = matchingRows(rows, filter, query, MAX_SHOWN);
  useFetchedMessages(shownRows.map(({ newestId }) => newestId));
  const start = () => compose({ kind: 'direct', personIds: [] });
  if (rows.length === 0) {
    return (
      <EmptyState icon="message" title={t('direct.none')} text={t('direct.noneText')}>
        <Button kind="primary" onClick={start}>
          {t('composer.toPeople')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <div class="conversations directs">
      <div class="direct-tools">
        <input
          class="input"
          type="search"
          aria-label={t('direct.search')}
          placeholder={t('direct.search')}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <Button kind="primary" icon="new-message" onClick={start}>
          {t('composer.toPeople')}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no place for a name that is not shown */}
      <div class="direct-filters" role="group" aria-label={t('inbox.filter')}>
        {directFilters.map((one) => {
          const count = rows.filter((row) => passesFilter(row, one)).length;
          return (
            <button
              key={one}
              type="button"
              aria-pressed={one === filter}
              aria-description={String(count)}
              onClick={() => setFilter(one)}
            >
              {t(`direct.${one}`)} <span aria-hidden="true">{count}</span>
            </button>
          );
        })}
      </div>
      {shownRows.length === 0 && <EmptyState icon="message" title={t('common.none')} />}
      <ConversationGrid label={t('frame.direct')} list="direct">
        {shownRows.map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </ConversationGrid>
    </div>
  );
}
