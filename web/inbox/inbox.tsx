// The inbox: the conversations with unread messages or back from later, a row for each.

import { type ComponentChildren, Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { gridCell, gridRow, groupHead } from '../components/grid-roles.ts';
import { lazyPart } from '../components/lazy.tsx';
import { useNow } from '../hooks/use-now.ts';
import { useOrganization, useOrganizationState, useSubscribed } from '../hooks/use-organization.ts';
import { dayText } from '../i18n/dates.ts';
import { type Key, t } from '../i18n/texts.ts';
import { isEqual } from '../lib/equal.ts';
import { channelName } from '../store/names.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { ConversationGrid, EmptyListKeys } from './conversation-grid.tsx';
import { FilterBar } from './filter-bar.tsx';
import {
  INITIAL_LINES,
  type InboxContent,
  type InboxLine,
  type InboxSection,
  inboxContent,
} from './inbox-model.ts';
import { InboxRow } from './inbox-row.tsx';
import {
  type InboxFilter,
  type InboxGrouping,
  inboxFilter,
  inboxFilters,
  inboxGrouping,
} from './list-settings.ts';
import { useFetchedMessages } from './use-fetched-messages.ts';

const LaterRow = lazyPart(async () => (await import('./later-row.tsx')).LaterRow);
const MORE_LINES = 100;

const reasonTitles: Readonly<Record<string, Key>> = {
  mentioned: 'inbox.mentions',
  direct: 'frame.direct',
  followed: 'inbox.followedTopics',
  back: 'inbox.backTitle',
  unread: 'inbox.otherTopics',
  away: 'inbox.later',
};

interface GroupProps {
  readonly title: string;
  readonly count?: number;
}

function GroupHead({ title, count }: GroupProps) {
  return (
    <div {...gridRow} class="group-head">
      <span {...groupHead}>
        <h2 dir="auto">
          {title} {count !== undefined && <span>{count}</span>}
        </h2>
      </span>
    </div>
  );
}

/** Rows of conversations; with `byDay`, a heading is above the first row of each day. */
function Rows({ lines, byDay }: { readonly lines: readonly InboxLine[]; readonly byDay: boolean }) {
  const { store } = useOrganization().messages;
  const now = useNow();
  let day = '';
  return (
    <>
      {lines.map((line) => {
        const seconds = byDay ? store.get(line.newestId)?.timestamp : undefined;
        const own = seconds === undefined ? day : dayText(seconds, now);
        const isNew = own !== day;
        day = own;
        return (
          <Fragment key={line.key}>
            {isNew && <GroupHead title={own} />}
            {line.newestId > 0 ? <InboxRow line={line} /> : <LaterRow line={line} />}
          </Fragment>
        );
      })}
    </>
  );
}

interface SectionProps {
  readonly section: InboxSection;
  readonly grouping: InboxGrouping;
  readonly onMore: () => void;
}

function Section({ section: { key, lines, count }, grouping, onMore }: SectionProps) {
  const hiddenCount = count - lines.length;
  const channel = useOrganizationState((state) => channelName(state, Number(key)));
  const title = reasonTitles[key];
  return (
    <>
      {grouping !== 'time' && (
        <GroupHead title={title ? t(title as 'frame.direct') : channel} count={count} />
      )}
      <Rows lines={lines} byDay={grouping === 'time'} />
      {hiddenCount > 0 && (
        <div {...gridRow} class="button-row">
          <span {...gridCell}>
            <Button onClick={onMore}>{t('messageList.moreConversations', { count: hiddenCount })}</Button>
          </span>
        </div>
      )}
    </>
  );
}

function Filters({ filter, counts }: { readonly filter: InboxFilter } & Pick<InboxContent, 'counts'>) {
  const labels = [
    t('channels.all'),
    t('frame.mentions'),
    t('frame.directShort'),
    t('inbox.followedFilter'),
    t('inbox.later'),
  ];
  return (
    <FilterBar
      label={t('inbox.filter')}
      choice={inboxFilter}
      value={filter}
      filters={inboxFilters.map((value, index) => ({
        value,
        label: labels[index] ?? '',
        count: counts[value],
      }))}
    />
  );
}

/** @param above content above the rows; in an empty inbox, it replaces the text */
export function Inbox({ above }: { readonly above?: ComponentChildren }) {
  /** How many more lines of a section were requested. */
  const [more, setMore] = useState<ReadonlyMap<string, number>>(new Map());
  const filter = useSubscribed(inboxFilter.listen, () => inboxFilter.value);
  const grouping = useSubscribed(inboxGrouping.listen, () => inboxGrouping.value);
  const limitOf = (key: string) => INITIAL_LINES + (more.get(key) ?? 0);
  const { sections, counts } = useOrganizationState(
    (state) => inboxContent(state, unreadCounts(state), { filter, grouping, limitOf }),
    isEqual,
  );
  const ids = sections.flatMap(({ lines }) => lines.map(({ newestId }) => newestId));
  useFetchedMessages(ids.filter((id) => id > 0));
  const isEmpty = counts.all + counts.later === 0;
  return (
    <div class="inbox-list">
      {!isEmpty && <Filters filter={filter} counts={counts} />}
      <div class="conversations inbox">
        {above}
        {sections.length === 0 && <EmptyListKeys list="inbox" />}
        {sections.length > 0 ? (
          <ConversationGrid label={t('frame.inbox')} list="inbox" isClosing>
            {sections.map((section) => (
              <Section
                key={section.key}
                section={section}
                grouping={grouping}
                onMore={() =>
                  setMore(new Map(more).set(section.key, (more.get(section.key) ?? 0) + MORE_LINES))
                }
              />
            ))}
          </ConversationGrid>
        ) : !isEmpty && filter !== 'all' ? (
          <EmptyState icon="inbox" title={t('inbox.filterEmpty')} />
        ) : above ? null : (
          <EmptyState icon="inbox" title={t('messageList.inboxEmpty')} text={t('messageList.inboxEmptyText')}>
            <a class="button" href="#recent">
              {t('messageList.seeRecent')}
            </a>
          </EmptyState>
        )}
      </div>
    </div>
  );
}
