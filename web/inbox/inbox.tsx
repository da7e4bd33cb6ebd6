// The inbox: all unread messages, one line per conversation.

import { useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Count } from '../components/count.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Icon } from '../components/icon.tsx';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { ConversationLine } from './conversation-line.tsx';
import { type InboxSection, inboxSections, initialLines } from './inbox-model.ts';
import { useLineKeys } from './line-keys.ts';
import { NextSteps } from './next-steps.tsx';

const MORE_LINES = 100;

interface SectionProps {
  readonly section: InboxSection;
  readonly onMore: () => void;
}

function Section({ section, onMore }: SectionProps) {
  const { channel } = section;
  const icon = channel?.invite_only ? 'lock' : channel?.is_web_public ? 'globe' : 'channel';
  return (
    <section>
      <h2>
        <a href={section.address}>
          {channel && (
            <span class="mark" style={{ '--channel': channel.color }}>
              <Icon name={icon} />
            </span>
          )}
          <span class="name">{channel?.name ?? t('shell.direct')}</span>
        </a>
        <Count count={section.count} />
      </h2>
      <ul>
        {section.lines.map(({ key, conversation, count, isMentioned }) => (
          <ConversationLine
            key={key}
            conversation={conversation}
            count={count}
            isUrgent={isMentioned || conversation.kind === 'direct'}
            before={isMentioned && conversation.kind === 'topic' ? <Icon name="mention" /> : undefined}
          />
        ))}
      </ul>
      {section.left > 0 && (
        <Button onClick={onMore}>{t('feed.moreConversations', { count: section.left })}</Button>
      )}
    </section>
  );
}

export function Inbox() {
  const box = useRef<HTMLDivElement>(null);
  const state = useOrganizationState((state) => state);
  /** How many more lines of a section were requested. */
  const [more, setMore] = useState<ReadonlyMap<string, number>>(new Map());
  const counts = unreadCounts(state);
  const atFirst = initialLines(counts.channels.size + 1);
  const sections = inboxSections(state, counts, (key) => atFirst + (more.get(key) ?? 0));
  useLineKeys(box);
  if (sections.length === 0) {
    return (
      <div class="conversations inbox">
        <NextSteps />
        <EmptyState icon="inbox" text={t('feed.inboxEmpty')} />
      </div>
    );
  }
  return (
    <div ref={box} class="conversations inbox">
      <NextSteps />
      {sections.map((section) => (
        <Section
          key={section.key}
          section={section}
          onMore={() => setMore(new Map(more).set(section.key, (more.get(section.key) ?? 0) + MORE_LINES))}
        />
      ))}
    </div>
  );
}
