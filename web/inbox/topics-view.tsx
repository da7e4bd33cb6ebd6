// All topics of a channel, newest first, with unread counts and a filter.

import { useMemo, useRef, useState } from 'preact/hooks';
import { Count } from '../components/count.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { gridCell } from '../components/grid-roles.ts';
import { Icon } from '../components/icon.tsx';
import { useOrganization, useOrganizationState, useSubscribed } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { rankMatches } from '../lib/ranking.ts';
import { topicName } from '../store/names.ts';
import { pinnedTopicKeys } from '../store/pinned-topics.ts';
import { topicPolicies } from '../store/topic-policies.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { ConversationGrid } from './conversation-grid.tsx';
import { ConversationLink, ConversationRow } from './conversation-row.tsx';
import { topicLines } from './topic-lines.ts';

const MAX_SHOWN = 250;

export function TopicsView({ channelId }: { readonly channelId: number }) {
  const { topics } = useOrganization();
  const [query, setQuery] = useState('');
  const listen = useRef((listener: () => void) => topics.listen(listener));
  useSubscribed(listen.current, () => topics.version);
  const counts = useOrganizationState(unreadCounts);
  const policies = useOrganizationState(topicPolicies);
  const pinned = useOrganizationState((state) => state.pinned_topics);
  const pinnedKeys = useMemo(() => pinnedTopicKeys(pinned, channelId), [pinned, channelId]);
  const all = topicLines(channelId, topics.of(channelId), counts, policies, pinnedKeys);
  const matching = query.trim()
    ? rankMatches(all, query, { namesOf: ({ topic }) => [topicName(topic)], limit: MAX_SHOWN })
    : all.slice(0, MAX_SHOWN);
  return (
    <div class="conversations topics" aria-busy={!topics.isLoaded(channelId)}>
      <input
        class="input"
        type="search"
        aria-label={t('channels.filterTopics')}
        placeholder={t('channels.filterTopics')}
        value={query}
        onInput={(event) => setQuery(event.currentTarget.value)}
      />
      {matching.length === 0 && topics.isLoaded(channelId) && (
        <EmptyState icon="message" title={query.trim() ? t('common.none') : t('messageList.empty')} />
      )}
      <ConversationGrid label={t('frame.topics')} list={`topics ${channelId}`}>
        {matching.map(({ key, topic, newestId, count, isMentioned, isMuted, isFollowed, isPinned }) => {
          const conversation = { kind: 'topic', channelId, topic } as const;
          return (
            <ConversationRow
              key={key}
              conversation={conversation}
              count={count}
              newestId={newestId}
              isOfAnyChannel={false}
              class="topic-row"
            >
              <span {...gridCell} class="row-name">
                <ConversationLink conversation={conversation} />
              </span>
              <span {...gridCell} class="faint">
                {isPinned ? (
                  <>
                    <Icon name="pin" /> {t('pins.isPinned')}
                  </>
                ) : (
                  (isFollowed && t('channels.followed')) || (isMuted && t('channels.muted'))
                )}
              </span>
              <span {...gridCell} class="row-count">
                <Count count={count} isUrgent={isMentioned} />
              </span>
            </ConversationRow>
          );
        })}
      </ConversationGrid>
    </div>
  );
}
