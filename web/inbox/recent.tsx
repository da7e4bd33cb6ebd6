// Recent conversations, read or unread.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { columnHead, gridRow } from '../components/grid-roles.ts';
import { useNow } from '../hooks/use-now.ts';
import { useOrganization, useOrganizationState, useSubscribed } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { unresolvedName } from '../store/message.ts';
import { channelName, targetName } from '../store/names.ts';
import type { Range } from '../store/ranges.ts';
import { topicPolicies } from '../store/topic-policies.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { ConversationGrid } from './conversation-grid.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type RecentFilter, recentFilters, recentOrder, StoredChoice } from './list-settings.ts';
import { inOrder, isShown, needsMore, nextPageSize, recentLines } from './recent-model.ts';
import { RecentRow } from './recent-row.tsx';

const recentFilter = new StoredChoice<RecentFilter>('recent filter', recentFilters);
const filterLabels = {
  all: 'channels.all',
  unread: 'recent.unread',
  tookPart: 'recent.tookPart',
  direct: 'frame.directShort',
  followed: 'inbox.followedFilter',
} as const;

const columns = ['conversation', 'lastMessage', 'people', 'time', 'unread'] as const;

export function Recent() {
  const { messages, ownId, state } = useOrganization();
  const [list] = useState(() => messages.of([]));
  const [isBusy, setBusy] = useState(false);
  const listen = useRef((listener: () => void) => list.listen(listener));
  const range = useSubscribed(listen.current, () => list.ranges.newest);
  const counts = useOrganizationState(unreadCounts);
  const now = useNow();
  async function load(fetch: () => Promise<unknown>) {
    setBusy(true);
    // After a failure the button to load more is still there.
    await fetch().catch(() => undefined);
    setBusy(false);
  }
  useEffect(() => {
    if (!range) void load(() => list.open('newest'));
  }, [range === undefined]);
  const loadedMessages = (range?.ids ?? []).flatMap((id) => messages.store.get(id) ?? []);
  const policies = useOrganizationState(topicPolicies);
  const filter = useSubscribed(recentFilter.listen, () => recentFilter.value);
  const all = recentLines(loadedMessages, counts, ownId);
  const order = useSubscribed(recentOrder.listen, () => recentOrder.value);
  const lines = inOrder(
    all.filter((line) => isShown(line, filter, policies, ownId)),
    order,
    ({ conversation }) => ({
      // Without the mark of resolved topics.
      name:
        conversation.kind === 'topic'
          ? unresolvedName(conversation.topic)
          : targetName(conversation, state, ''),
      channel: conversation.kind === 'topic' ? channelName(state, conversation.channelId) : '',
    }),
  );
  const isShort = needsMore(lines.length, loadedMessages.length);
  const loadOlder = (range: Range) => load(() => list.loadOlder(range, nextPageSize(loadedMessages.length)));
  useEffect(() => {
    if (range && !range.reachesOldest && isShort && !isBusy) void loadOlder(range);
  }, [range, isShort, isBusy]);
  const filters = (
    <FilterBar
      label={t('inbox.filter')}
      choice={recentFilter}
      value={filter}
      filters={recentFilters.map((value) => ({
        value,
        label: t(filterLabels[value]),
        count: value === 'unread' ? all.filter(({ count }) => count > 0).length : undefined,
      }))}
    />
  );
  if (range && all.length === 0)
    return (
      <EmptyState icon="recent" title={t('messageList.empty')}>
        <a class="button" href="#inbox">
          {t('frame.toInbox')}
        </a>
      </EmptyState>
    );
  return (
    <div class="conversations recent" aria-busy={isBusy}>
      {filters}
      {lines.length === 0 && !isBusy && <EmptyState icon="recent" title={t('inbox.filterEmpty')} />}
      <ConversationGrid label={t('frame.recent')} list="recent" isClosing={filter === 'unread'}>
        <div {...gridRow} class="recent-row column-heads">
          {columns.map((name) => (
            <span key={name} {...columnHead}>
              {t(`recent.${name}`)}
            </span>
          ))}
        </div>
        {lines.map((line) => (
          <RecentRow key={line.key} line={line} now={now} />
        ))}
      </ConversationGrid>
      {range && !range.reachesOldest && (
        <Button needsServer disabled={isBusy} onClick={() => void loadOlder(range)}>
          {t('common.more')}
        </Button>
      )}
    </div>
  );
}
