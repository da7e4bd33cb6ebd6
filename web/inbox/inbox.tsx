// The inbox: the conversations with unread messages, a row for each.

import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { gridCell, gridRow, groupHead } from '../components/grid-roles.ts';
import { lazy } from '../components/lazy.tsx';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { isEqual } from '../lib/equal.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { ConversationGrid } from './conversation-grid.tsx';
import { INITIAL_LINES, type InboxSection, inboxSections, type Reason } from './inbox-model.ts';
import { InboxRow } from './inbox-row.tsx';
import { areNextStepsShown } from './next-steps-shown.ts';
import { useFetchedMessages } from './use-message.ts';

const NextSteps = lazy(async () => (await import('./next-steps.tsx')).NextSteps);
const MORE_LINES = 100;

const titles = {
  mentioned: 'inbox.mentions',
  direct: 'shell.direct',
  followed: 'inbox.followedTopics',
  unread: 'inbox.otherTopics',
} as const;

interface SectionProps {
  readonly section: InboxSection;
  readonly onMore: () => void;
}

function Section({ section: { reason, lines, count }, onMore }: SectionProps) {
  const left = count - lines.length;
  return (
    <>
      <div {...gridRow} class="group-head">
        <span {...groupHead}>
          <h2>
            {t(titles[reason])} <span>{count}</span>
          </h2>
        </span>
      </div>
      {lines.map((line) => (
        <InboxRow key={line.key} line={line} />
      ))}
      {left > 0 && (
        <div {...gridRow} class="button-row">
          <span {...gridCell}>
            <Button onClick={onMore}>{t('feed.moreConversations', { count: left })}</Button>
          </span>
        </div>
      )}
    </>
  );
}

export function Inbox() {
  /** How many more lines of a section were requested. */
  const [more, setMore] = useState<ReadonlyMap<Reason, number>>(new Map());
  const sections = useOrganizationState(
    (state) => inboxSections(state, unreadCounts(state), (reason) => INITIAL_LINES + (more.get(reason) ?? 0)),
    isEqual,
  );
  useFetchedMessages(sections.flatMap(({ lines }) => lines.map(({ newestId }) => newestId)));
  return (
    <div class="conversations inbox">
      {useOrganizationState(areNextStepsShown) && <NextSteps />}
      {sections.length === 0 ? (
        <EmptyState icon="inbox" title={t('feed.inboxEmpty')} text={t('feed.inboxEmptyText')}>
          <a class="button" href="#recent">
            {t('feed.seeRecent')}
          </a>
        </EmptyState>
      ) : (
        <ConversationGrid label={t('shell.inbox')} list="inbox" isClosing>
          {sections.map((section) => (
            <Section
              key={section.reason}
              section={section}
              onMore={() =>
                setMore(new Map(more).set(section.reason, (more.get(section.reason) ?? 0) + MORE_LINES))
              }
            />
          ))}
        </ConversationGrid>
      )}
    </div>
  );
}
