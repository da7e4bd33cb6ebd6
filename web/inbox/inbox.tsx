// The inbox: everything unread, a line for each conversation.

import { useRef } from 'preact/hooks';
import { useOrganizationState } from '../link/use-organization.ts';
import { unreadCounts } from '../messages/unread-counts.ts';
import { Count } from '../parts/count.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Icon } from '../parts/icon.tsx';
import { t } from '../words/words.ts';
import { ConversationLine } from './conversation-line.tsx';
import { type InboxSection, inboxSections } from './inbox-model.ts';
import { useLineKeys } from './line-keys.ts';

function Section({ section }: { readonly section: InboxSection }) {
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
        {section.lines.map(({ key, place, count, isMentioned }) => (
          <ConversationLine
            key={key}
            place={place}
            count={count}
            isUrgent={isMentioned || place.kind === 'direct'}
            before={isMentioned && place.kind === 'topic' ? <Icon name="mention" /> : undefined}
          />
        ))}
      </ul>
    </section>
  );
}

export function Inbox() {
  const box = useRef<HTMLDivElement>(null);
  const state = useOrganizationState((whole) => whole);
  const sections = inboxSections(state, unreadCounts(state));
  useLineKeys(box);
  if (sections.length === 0) return <EmptyState icon="inbox" text={t('feed.inboxEmpty')} />;
  return (
    <div ref={box} class="conversations inbox">
      {sections.map((section) => (
        <Section key={section.key} section={section} />
      ))}
    </div>
  );
}
