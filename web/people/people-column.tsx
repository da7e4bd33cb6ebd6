// The people column: the participants of the current view, and who is present. It can be filtered and has
// keyboard navigation.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import { isEscapeKey, onFieldKeyDown } from '../components/field-keys.ts';
import { lazy, lazyPart } from '../components/lazy.tsx';
import { indexAfterKey } from '../components/list-keys.ts';
import { useKeyDown } from '../components/use-key-down.ts';
import { useActions } from '../data/actions.ts';
import { useNow } from '../hooks/use-now.ts';
import { useOrganization, useOrganizationState, useSubscribed } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { isEqual } from '../lib/equal.ts';
import { PersonPicture } from '../pictures/person-picture.tsx';
import { QuietMoon } from '../pictures/quiet-moon-part.tsx';
import type { NarrowTarget } from '../store/narrow-targets.ts';
import { type ListedPerson, peopleSections } from './listed-people.ts';
import { presenceName } from './person-facts.ts';
import { StatusGlyph } from './status-glyph.tsx';
import { useParticipants } from './use-participants.ts';

// Its texts and styles are those of the first page.
const AboutPerson = lazy(
  async () => (await import('./about-person.tsx')).AboutPerson,
  (load) => load(),
);
const SharedWithPerson = lazyPart(async () => (await import('./shared-with-person.tsx')).SharedWithPerson);

function Line({ person, isTabbed }: { readonly person: ListedPerson; readonly isTabbed: boolean }) {
  const { showPerson } = useActions();
  const { id, name, level } = person;
  return (
    <li>
      <button
        type="button"
        class={`side-line person ${level}`}
        tabIndex={isTabbed ? 0 : -1}
        onClick={(event) => showPerson(id, event.currentTarget)}
      >
        <PersonPicture id={id} presence={level} />
        <span class="name">{name}</span>
        <span class="only-spoken">{presenceName(level)}</span>
        <StatusGlyph id={id} />
        <QuietMoon id={id} />
      </button>
    </li>
  );
}

function linesIn(box: EventTarget | null): HTMLElement[] {
  return [...((box as HTMLElement | null)?.querySelectorAll<HTMLElement>('button.person') ?? [])];
}

/** The other person of a direct conversation of two. */
function otherPerson(target: NarrowTarget | undefined, ownId: number): number | undefined {
  const [id, second] = target?.kind === 'direct' ? target.ids : [];
  return second === undefined && id !== ownId ? id : undefined;
}

export interface PeopleColumnProps {
  readonly target: NarrowTarget | undefined;
  /** Set by the key that filters people; the column gets the focus then, once. */
  readonly isFilterWanted: { current: boolean };
  readonly onClose: () => void;
  /** Called by Escape, unless it clears the filter. */
  readonly onLeave: () => void;
}

export function PeopleColumn({ target, isFilterWanted, onClose, onLeave }: PeopleColumnProps) {
  const organization = useOrganization();
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const listen = useRef((listener: () => void) => organization.onPresences(listener));
  const presences = useSubscribed(listen.current, () => organization.presences);
  const now = useNow();
  const { ids: participantIds } = useParticipants(target);
  const sections = useOrganizationState(
    (state) => peopleSections({ state, presences, now, participantIds, query }),
    isEqual,
  );
  const [first] = sections;
  const partner = otherPerson(target, organization.ownId);
  const titles = {
    here: target?.kind === 'topic' ? t('people.inTopic') : t('people.inConversation'),
    everybody: t('frame.people'),
  };
  useLayoutEffect(() => {
    if (isFilterWanted.current) field.current?.focus();
    isFilterWanted.current = false;
  });
  useKeyDown(box, (event) => {
    onFieldKeyDown(event, {
      popup: query !== '' && {
        close() {
          setQuery('');
          field.current?.focus();
        },
      },
      onKey,
    });
  });
  function onKey(event: KeyboardEvent): boolean {
    const { key } = event;
    const lines = linesIn(box.current);
    const from = lines.indexOf(document.activeElement as HTMLElement);
    const isInField = document.activeElement === field.current;
    if (isEscapeKey(event)) onLeave();
    else if (event.ctrlKey || event.metaKey || event.altKey) return false;
    else if (key === 'Enter' && isInField) lines[0]?.click();
    else {
      const to = from < 0 && key !== 'ArrowDown' ? undefined : indexAfterKey(key, from, lines.length);
      if (to === undefined) return false;
      lines[to]?.focus();
    }
    return true;
  }
  return (
    <div ref={box} class="people-column">
      <header>
        <input
          ref={field}
          id="people-filter"
          class="input"
          type="search"
          aria-label={t('people.filter')}
          placeholder={t('people.filter')}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <span class="key" aria-hidden="true">
          w
        </span>
        <IconButton class="close-aside" name={t('common.close')} icon="close" onClick={onClose} />
      </header>
      <div class="people-lists">
        {partner !== undefined && query === '' && <AboutPerson key={partner} id={partner} />}
        {partner !== undefined && query === '' && <SharedWithPerson key={`shared ${partner}`} id={partner} />}
        {sections.length === 0 && <p class="soft">{t('common.none')}</p>}
        {sections.map((section) => (
          <section key={section.kind} aria-label={titles[section.kind]}>
            <h2>{titles[section.kind]}</h2>
            <ul>
              {section.people.map((person, index) => (
                <Line key={person.id} person={person} isTabbed={section === first && index === 0} />
              ))}
            </ul>
            {section.hidden > 0 && <p class="more">{t('people.hidden', { count: section.hidden })}</p>}
          </section>
        ))}
      </div>
    </div>
  );
}
