// The filters of a search, above its results: each term as a chip that can be removed, and fields that add others, with
// the number of messages found for each.

import type { ComponentChildren } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import { focusView } from '../components/focus-view.ts';
import { useActions } from '../data/actions.ts';
import { closeBeside } from '../data/open-beside.ts';
import { useOrganization, useSubscribed } from '../hooks/use-organization.ts';
import { useTrackedState } from '../hooks/use-tracked-state.ts';
import { t } from '../i18n/texts.ts';
import { decidingTerms, type Narrow } from '../store/narrow.ts';
import { addressOfNarrow } from '../store/narrow-targets.ts';
import { showDays } from './days-dialog.tsx';
import { searchFacets, tallyOf, tallyOfCounts } from './search-facets.ts';
import { dayOperand, daysOf, termLabel, withDays, withOperand, withScope } from './search-terms.ts';
import { type Counts, useCounts } from './use-counts.ts';

interface FilterProps {
  readonly label: string;
  readonly onChange: (value: string) => void;
  readonly children: ComponentChildren;
}

/** A field that adds a filter: it shows its label again once a value was chosen. */
function Filter({ label, onChange, children }: FilterProps) {
  return (
    <select
      class="input filter"
      aria-label={label}
      value=""
      onChange={(event) => {
        const { value } = event.currentTarget;
        event.currentTarget.value = '';
        onChange(value);
      }}
    >
      <option value="">{label}</option>
      {children}
    </select>
  );
}

const contents = ['link', 'image', 'attachment', 'reaction'] as const;
const contentTexts = {
  link: 'searching.hasLink',
  image: 'searching.hasImage',
  attachment: 'searching.hasAttachment',
  reaction: 'searching.hasReaction',
} as const;

interface Period {
  readonly key: 'today' | 'yesterday' | 'thisWeek' | 'thisMonth';
  readonly first: string;
  /** The last day; empty for today. */
  readonly last: string;
}

function periods(now: Date): readonly Period[] {
  const day = (back: number) => dayOperand(new Date(now.getFullYear(), now.getMonth(), now.getDate() - back));
  const sinceMonday = (now.getDay() + 6) % 7;
  return [
    { key: 'today', first: day(0), last: '' },
    { key: 'yesterday', first: day(1), last: day(1) },
    { key: 'thisWeek', first: day(sinceMonday), last: '' },
    { key: 'thisMonth', first: day(now.getDate() - 1), last: '' },
  ];
}

/** The found messages that are loaded, and whether there are no others. */
function useFound(narrow: Narrow) {
  const { messages } = useOrganization();
  const list = useMemo(() => messages.of(narrow), [messages, JSON.stringify(narrow)]);
  const ranges = useSubscribed(
    useMemo(() => (listener: () => void) => list.listen(listener), [list]),
    () => list.ranges,
  );
  return useMemo(() => {
    const ids = [...new Set(ranges.all.flatMap((range) => range.ids))];
    const isAll = ranges.all.at(-1)?.reachesOldest === true;
    return { found: ids.flatMap((id) => messages.store.get(id) ?? []), isAll };
  }, [ranges]);
}

/** How many messages are found, as far as that is known. */
function foundText(loaded: number, isAll: boolean, counts: Counts | undefined): string {
  if (isAll) return t('searching.found', { count: loaded });
  // More may be loaded than are counted.
  if (!counts || counts.count < loaded) return t('searching.foundSoFar', { count: loaded });
  return t(counts.found_all ? 'searching.found' : 'searching.foundAtLeast', { count: counts.count });
}

export function SearchFilters({ narrow }: { readonly narrow: Narrow }) {
  const { ownId, isAnonymous } = useOrganization();
  const state = useTrackedState();
  const { found, isAll } = useFound(narrow);
  const counts = useCounts(narrow, found.at(-1)?.id, !isAll && !isAnonymous);
  const facets = useMemo(
    () => searchFacets(counts ? tallyOfCounts(counts, ownId) : tallyOf(found, ownId), state),
    [found, counts, state.realm_users],
  );
  const terms = decidingTerms(narrow);
  const actions = useActions();
  const box = useRef<HTMLElement>(null);
  /** Without a filter nothing is searched: a search beside the view closes, another one gives way to the inbox. */
  function go(next: Narrow) {
    if (next.length > 0) actions.go(addressOfNarrow(next, state));
    else if (!box.current?.closest('.beside')) actions.go('#inbox');
    else {
      document.querySelector('main')?.focus({ preventScroll: true });
      focusView();
      closeBeside();
    }
  }
  function choosePeriod(value: string) {
    if (value === 'days') showDays(daysOf(narrow), ({ first, last }) => go(withDays(narrow, first, last)));
    else {
      const period = periods(new Date()).find(({ key }) => key === value);
      if (period) go(withDays(narrow, period.first, period.last));
    }
  }
  const count = found.length;
  const isExact = isAll || counts?.found_all === true;
  const option = (text: string, count: number) =>
    t(isExact ? 'searching.counted' : 'searching.countedAtLeast', { text, count });
  return (
    <section ref={box} class="search-filters" aria-label={t('searching.filters')}>
      <p role="status">{count > 0 && foundText(count, isAll, counts)}</p>
      <ul aria-label={t('searching.current')}>
        {terms.map((term, index) => {
          const label = termLabel(term, state, Date.now() / 1000);
          return (
            <li key={`${term.operator} ${term.operand}`} class="chip">
              <span>{label}</span>
              <IconButton
                name={t('searching.remove', { filter: label })}
                icon="close"
                onClick={() => go(terms.filter((_, other) => other !== index))}
              />
            </li>
          );
        })}
      </ul>
      <Filter
        label={t('searching.where')}
        onChange={(key) => go(withScope(narrow, facets.scopes.find((facet) => facet.key === key)?.scope))}
      >
        <option value="everywhere">{t('searching.everywhere')}</option>
        {facets.scopes.map(({ key, name, count }) => (
          <option key={key} value={key}>
            {option(name, count)}
          </option>
        ))}
      </Filter>
      <Filter label={t('searching.fromLabel')} onChange={(id) => go(withOperand(narrow, 'sender', id))}>
        {facets.senders.map(({ key, name, count }) => (
          <option key={key} value={key}>
            {option(name, count)}
          </option>
        ))}
      </Filter>
      <Filter label={t('searching.when')} onChange={choosePeriod}>
        {periods(new Date()).map(({ key }) => (
          <option key={key} value={key}>
            {t(`searching.${key}`)}
          </option>
        ))}
        <option value="days">{t('searching.chooseDays')}</option>
      </Filter>
      <Filter
        label={t('searching.has')}
        onChange={(kind) => go([...terms, { operator: 'has', operand: kind, isNegated: false }])}
      >
        {contents
          .filter((kind) => !terms.some(({ operator, operand }) => operator === 'has' && operand === kind))
          .map((kind) => (
            <option key={kind} value={kind}>
              {t(contentTexts[kind])}
            </option>
          ))}
      </Filter>
    </section>
  );
}
