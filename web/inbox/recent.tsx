// Recent conversations, read or unread.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { useNow } from '../hooks/use-now.ts';
import { useOrganization, useOrganizationState, useSubscribed } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { joinNames, shortTime } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { channelName, personName } from '../store/names.ts';
import type { Range } from '../store/ranges.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { ConversationLine } from './conversation-line.tsx';
import { useLineKeys } from './line-keys.ts';
import { needsMore, nextPageSize, type RecentLine, recentLines } from './recent-model.ts';

const MAX_NAMES = 3;

function Line({ line, now }: { readonly line: RecentLine; readonly now: number }) {
  const state = useOrganizationState((state) => state);
  const reader = useViewer();
  const { conversation, newest, senderIds, count } = line;
  const names = senderIds.slice(0, MAX_NAMES).map((id) => personName(state, id));
  return (
    <ConversationLine
      conversation={conversation}
      count={count}
      isUrgent={conversation.kind === 'direct'}
      before={
        conversation.kind === 'topic' && (
          <span class="of">{channelName(state, conversation.channelId)} ›</span>
        )
      }
      after={
        <>
          <span class="who">{joinNames(names)}</span>
          <time dateTime={new Date(newest.timestamp * 1000).toISOString()}>
            {shortTime(newest.timestamp, now, reader)}
          </time>
        </>
      }
    />
  );
}

export function Recent() {
  const { messages, ownId } = useOrganization();
  const box = useRef<HTMLDivElement>(null);
  const [list] = useState(() => messages.of([]));
  const [isBusy, setBusy] = useState(false);
  const listen = useRef((listener: () => void) => list.listen(listener));
  const range = useSubscribed(listen.current, () => list.ranges.newest);
  const counts = useOrganizationState(unreadCounts);
  const now = useNow();
  useLineKeys(box);
  async function load(fetch: () => Promise<unknown>) {
    setBusy(true);
    // After a failure the button to load more is still there.
    await fetch().catch(() => undefined);
    setBusy(false);
  }
  useEffect(() => {
    if (!range) void load(() => list.open('newest'));
  }, [range === undefined]);
  const loaded = (range?.ids ?? []).flatMap((id) => messages.store.get(id) ?? []);
  const lines = recentLines(loaded, counts, ownId);
  const isShort = needsMore(lines.length, loaded.length);
  const loadOlder = (range: Range) => load(() => list.loadOlder(range, nextPageSize(loaded.length)));
  useEffect(() => {
    if (range && !range.reachesOldest && isShort && !isBusy) void loadOlder(range);
  }, [range, isShort, isBusy]);
  if (range && lines.length === 0) return <EmptyState icon="recent" text={t('feed.empty')} />;
  return (
    <div ref={box} class="conversations recent" aria-busy={isBusy}>
      <ul>
        {lines.map((line) => (
          <Line key={line.key} line={line} now={now} />
        ))}
      </ul>
      {range && !range.reachesOldest && (
        <Button needsServer disabled={isBusy} onClick={() => void loadOlder(range)}>
          {t('parts.more')}
        </Button>
      )}
    </div>
  );
}
