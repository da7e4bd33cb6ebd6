// The field at the top of the sidebar, which filters it. Arrow keys move, Enter opens.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Count, describedByCount } from '../components/count.tsx';
import { onFieldKeyDown } from '../components/field-keys.ts';
import { focusView } from '../components/focus-view.ts';
import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icon-names.ts';
import { indexAfterKey } from '../components/list-keys.ts';
import { useKeyDown } from '../components/use-key-down.ts';
import { useKeys } from '../data/key-actions.ts';
import { useOrganization, useOrganizationState, useSubscribed } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import type { View } from '../lib/address.ts';
import { isEqual } from '../lib/equal.ts';
import { DirectPicture } from '../pictures/person-picture.tsx';
import { channelIcon } from '../store/channel-icon.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { addressOfCandidate, type GoToCandidate } from './go-to-candidates.ts';
import { type GoToSection, goToSections } from './go-to-model.ts';
import { Sidebar } from './sidebar.tsx';
import { viewIcons, viewLines } from './sidebar-model.ts';

function iconOf(line: Exclude<GoToCandidate, { kind: 'person' }>): IconName {
  if (line.kind === 'view') return viewIcons[line.view];
  if (line.kind === 'topic') return 'message';
  return channelIcon(line.channel);
}

function titleOf({ kind }: GoToSection): string {
  if (kind === 'view') return t('shell.views');
  if (kind === 'person') return t('shell.people');
  return kind === 'channel' ? t('shell.channels') : t('shell.topics');
}

interface FoundListProps {
  readonly query: string;
  readonly onLeave: () => void;
}

function FoundList({ query, onLeave: onGone }: FoundListProps) {
  const { topics, state } = useOrganization();
  const listen = useRef((listener: () => void) => topics.listen(listener));
  useSubscribed(listen.current, () => topics.version);
  const sections = useOrganizationState((state) => {
    const counts = unreadCounts(state);
    const views = viewLines(undefined, { counts, starred: 0 }, state.navigation_views ?? []);
    return goToSections(query, { state, counts, views, knownTopics: (id) => topics.cached(id) });
  }, isEqual);
  if (sections.length === 0) return <p class="nothing-found">{t('parts.none')}</p>;
  return (
    <>
      {sections.map((section) => (
        <section key={section.kind}>
          <h2>{titleOf(section)}</h2>
          <ul>
            {section.lines.map((line) => (
              <li key={line.key}>
                <a
                  class={`side-line found ${line.count > 0 ? 'unread' : ''}`}
                  href={addressOfCandidate(line, state)}
                  onClick={onGone}
                  {...describedByCount(line.count)}
                >
                  {line.kind === 'person' ? <DirectPicture ids={line.ids} /> : <Icon name={iconOf(line)} />}
                  <span class="name">
                    {line.name}
                    {line.kind === 'topic' && <small> {line.channel}</small>}
                  </span>
                  <Count count={line.count} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

const LINES = 'a.side-line';

/** The sidebar, or the matches of the typed text. */
export function GoTo({ view, fragment }: { readonly view: View | undefined; readonly fragment: string }) {
  const [query, setQuery] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setQuery(''), [fragment]);
  useKeys({ filterSidebar: () => field.current?.focus() });
  function clearAndLeave() {
    setQuery('');
    focusView();
  }
  useKeyDown(box, (event) => {
    onFieldKeyDown(event, {
      popup: query !== '' && {
        close() {
          setQuery('');
          field.current?.focus();
        },
      },
      onKey: (pressed) => !pressed.ctrlKey && !pressed.metaKey && !pressed.altKey && onKey(pressed),
    });
  });
  function onKey({ key }: KeyboardEvent): boolean {
    const lines = [...(box.current?.querySelectorAll<HTMLElement>(LINES) ?? [])];
    const from = lines.indexOf(document.activeElement as HTMLElement);
    const isInField = document.activeElement === field.current;
    if (key === 'Enter' && isInField) {
      if (query.trim() !== '') lines[0]?.click();
      return true;
    }
    const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
    if (!isArrow || (isInField && key === 'ArrowUp')) return false;
    if (key === 'ArrowUp' && from === 0) field.current?.focus();
    else lines[indexAfterKey(key, from, lines.length) ?? 0]?.focus();
    return true;
  }
  return (
    <div ref={box} class="go-to">
      <div class="go-to-field">
        <input
          ref={field}
          class="input"
          type="search"
          aria-label={t('shell.goTo')}
          placeholder={t('shell.goTo')}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <span class="key" aria-hidden="true">
          q
        </span>
      </div>
      <div class="side-lists">
        {query.trim() === '' ? <Sidebar view={view} /> : <FoundList query={query} onLeave={clearAndLeave} />}
      </div>
    </div>
  );
}
