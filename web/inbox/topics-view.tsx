// All topics of a channel, newest first, with unread counts and a filter.

import { useRef, useState } from 'preact/hooks';
import { EmptyState } from '../components/empty-state.tsx';
import { Icon } from '../components/icon.tsx';
import { useOrganization, useOrganizationState, useSubscribed } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { rankMatches } from '../lib/ranking.ts';
import { topicName } from '../store/names.ts';
import { topicPolicies } from '../store/topic-policies.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { ConversationLine } from './conversation-line.tsx';
import { useLineKeys } from './line-keys.ts';
import { topicLines } from './topic-lines.ts';

const MAX_SHOWN = 250;

export function TopicsView({ channelId }: { readonly channelId: number }) {
  const { topics } = useOrganization();
  const box = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const listen = useRef((listener: () => void) => topics.listen(listener));
  useSubscribed(listen.current, () => topics.version);
  const counts = useOrganizationState(unreadCounts);
  const policies = useOrganizationState(topicPolicies);
  useLineKeys(box);
  const all = topicLines(channelId, topics.of(channelId), counts, policies);
  const matching = query.trim()
    ? rankMatches(all, query, { namesOf: ({ topic }) => [topicName(topic)], limit: MAX_SHOWN })
    : all.slice(0, MAX_SHOWN);
  return (
    <div ref={box} class="conversations topics" aria-busy={!topics.isLoaded(channelId)}>
      <input
        class="input"
        type="search"
        aria-label={t('channels.filterTopics')}
        placeholder={t('channels.filterTopics')}
        value={query}
        onInput={(event) => setQuery(event.currentTarget.value)}
      />
      {matching.length === 0 && topics.isLoaded(channelId) && (
        <EmptyState icon="message" text={query.trim() ? t('parts.none') : t('feed.empty')} />
      )}
      <ul>
        {matching.map(({ key, topic, count, isMentioned, isMuted, isFollowed }) => (
          <ConversationLine
            key={key}
            conversation={{ kind: 'topic', channelId, topic }}
            count={count}
            isUrgent={isMentioned}
            before={isMentioned && <Icon name="mention" />}
            after={
              (isFollowed && <span class="who">{t('channels.followed')}</span>) ||
              (isMuted && <span class="who">{t('channels.muted')}</span>)
            }
          />
        ))}
      </ul>
    </div>
  );
}
