// The sections of the sidebar with their rows.

import { Count } from '../components/count.tsx';
import { Icon } from '../components/icon.tsx';
import { lazy, lazyPart } from '../components/lazy.tsx';
import { memoized } from '../components/memoized.tsx';
import { useGrowingCount } from '../components/use-growing-count.ts';
import { attempt } from '../data/attempt.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import type { View } from '../lib/address.ts';
import { DirectPicture } from '../pictures/person-picture.tsx';
import { QuietMoon } from '../pictures/quiet-moon-part.tsx';
import { channelIcon, channelPrivacy } from '../store/channel-icon.ts';
import { MenuMark } from './menu-mark.tsx';
import { SidebarLine } from './sidebar-line.tsx';
import type { SidebarRow } from './sidebar-rows.ts';
import type { SidebarSection } from './sidebar-sections.ts';

const PinMark = lazyPart(async () => (await import('./pin-mark.tsx')).PinMark);
const CallFaces = lazyPart(async () => (await import('../calls/parts.ts')).CallFaces);
const LongRows = lazy(async () => (await import('./long-rows.tsx')).LongRows);
/** With more rows in all sections together, only the rows in view are in the document. */
const MAX_RENDERED = 150;
/** Sections that are shorter are in the document as a whole. */
const SHORT = 8;
/** More sections than a screen has. */
const FIRST_SECTIONS = 16;
const SECTIONS_OF_A_FRAME = 8;

interface RowProps {
  readonly row: SidebarRow;
  readonly isTopic?: boolean;
}

/** Renders again only the rows that an event has changed. */
const Row = memoized(RowWithTopics);

function RowWithTopics({ row, isTopic }: RowProps) {
  const { target, channel, name, shortName, callers, isMuted, isPinned, topics, moreTopics } = row;
  return (
    <>
      <SidebarLine
        line={row}
        isInChannel={target.kind !== 'direct'}
        isMuted={isMuted}
        {...(!isTopic && { about: channelPrivacy(channel) })}
        {...(shortName && { fullName: name })}
        {...(isTopic && { class: 'topic' })}
      >
        {target.kind === 'direct' ? (
          <DirectPicture ids={target.ids} />
        ) : (
          !isTopic && (
            <span class="mark" style={{ '--channel': channel?.color }}>
              <Icon name={channelIcon(channel)} />
            </span>
          )
        )}
        <span class={target.kind === 'topic' && target.topic === '' ? 'name general' : 'name'} dir="auto">
          {shortName === undefined ? (
            name
          ) : (
            <>
              <span aria-hidden="true">{shortName}</span>
              <span class="only-spoken">{name}</span>
            </>
          )}
        </span>
        {callers && <CallFaces callers={callers} />}
        {isPinned && <PinMark />}
        {isMuted && !isTopic && <Icon name="mute" />}
        {target.kind === 'direct' && target.ids.length === 1 && <QuietMoon id={target.ids[0] ?? 0} />}
      </SidebarLine>
      <MenuMark icon="more" name={t('frame.optionsOf', { name })} />
      {topics && topics.length > 0 && (
        <ul>
          {topics.map((topic) => (
            <li key={topic.key} data-row={topic.key}>
              <Row row={topic} isTopic />
            </li>
          ))}
          {moreTopics && (
            <li>
              <a class="side-line topic more" href={moreTopics}>
                <span class="name">{t('frame.moreTopics')}</span>
              </a>
            </li>
          )}
        </ul>
      )}
    </>
  );
}

const additions: Readonly<Record<string, 'composer.toPeople' | 'frame.addChannel' | 'frame.browseChannels'>> =
  {
    direct: 'composer.toPeople',
    channels: 'frame.addChannel',
    more: 'frame.browseChannels',
  };

function Heading({ section }: { readonly section: SidebarSection }) {
  const { client, isAnonymous } = useOrganization();
  const { key, title, isCollapsed, rows } = section;
  if (isAnonymous) return <h2>{title}</h2>;
  const addition = additions[key];
  const isArranged = key.startsWith('own-') || key.startsWith('folder-');
  const shown = isCollapsed ? rows.filter(({ isMuted }) => !isMuted) : [];
  return (
    <div class="side-heading" data-section={key}>
      <h2>
        <button
          type="button"
          class="side-toggle"
          aria-expanded={!isCollapsed}
          onClick={() =>
            void attempt(client.call('update-sidebar-section', { section: key, is_collapsed: !isCollapsed }))
          }
        >
          <Icon name="down" />
          <span>{title}</span>
        </button>
      </h2>
      <Count
        count={shown.reduce((sum, { count }) => sum + count, 0)}
        isUrgent={shown.some(({ count, isUrgent }) => count > 0 && isUrgent)}
      />
      <MenuMark icon="more" name={t('frame.optionsOf', { name: title })} />
      {addition && <MenuMark icon="add" name={t(addition)} />}
      {isArranged && <MenuMark icon="add" name={t('frame.addTo', { name: title })} />}
    </div>
  );
}

export interface SectionsProps {
  readonly sections: readonly SidebarSection[];
  /** The open view. */
  readonly view: View | undefined;
}

interface SectionProps {
  readonly section: SidebarSection;
  /** Whether only the rows in view are in the document. */
  readonly isLong: boolean;
  /** Whether the list of all direct conversations is open; undefined if it is not offered. */
  readonly isDirectOpen: boolean | undefined;
}

function Rows({ section, isLong, isDirectOpen }: SectionProps) {
  const { rows } = section;
  return (
    <>
      {isLong ? (
        <LongRows rows={rows} render={(row) => <Row row={row} />} />
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.key} data-row={row.key}>
              <Row row={row} />
            </li>
          ))}
        </ul>
      )}
      {isDirectOpen !== undefined && (
        <a class="side-line" href="#direct" {...(isDirectOpen && { 'aria-current': 'page' as const })}>
          <Icon name="people" />
          <span class="name">{t('frame.allDirect')}</span>
        </a>
      )}
    </>
  );
}

/** Renders again only the sections that an event has changed. */
const Section = memoized((props: SectionProps) => (
  <section>
    <Heading section={props.section} />
    {!props.section.isCollapsed && <Rows {...props} />}
  </section>
));

export function Sections({ sections, view }: SectionsProps) {
  const { isAnonymous } = useOrganization();
  const total = sections.reduce((sum, { isCollapsed, rows }) => sum + (isCollapsed ? 0 : rows.length), 0);
  const shownCount = useGrowingCount(sections.length, FIRST_SECTIONS, SECTIONS_OF_A_FRAME);
  return (
    <>
      {sections.slice(0, shownCount).map((section) => (
        <Section
          key={section.key}
          section={section}
          isLong={total > MAX_RENDERED && section.rows.length > SHORT}
          isDirectOpen={section.key === 'direct' && !isAnonymous ? view?.kind === 'direct' : undefined}
        />
      ))}
    </>
  );
}
