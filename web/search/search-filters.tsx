// The filters of a search, above its results: each term as a chip that can be removed, and fields that add others, with
// the number of messages found for each.

import { useMemo, useRef } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import { focusView } from '../components/focus-view.ts';
import { useActions } from '../data/actions.ts';
import { closeBeside } from '../data/open-beside.ts';
import { useOrganization, useSubscribed } from '../hooks/use-organization.ts';
import { useTrackedState } from '../hooks/use-tracked-state.ts';
import { t } from '../i18n/texts.ts';
import { decidingTerms, type Narrow, narrowKey } from '../store/narrow.ts';
import { addressOfNarrow } from '../store/narrow-targets.ts';
import { showDays } from './days-dialog.tsx';
import { contentOptions, type FilterOption, periodOptions } from './filter-options.ts';
import { FilterSelect } from './filter-select.tsx';
import { type UsedFilter, useKeptFilter } from './kept-filter.ts';
import { SaveSearch } from './save-search.tsx';
import { searchFacets, tallyOf, tallyOfCounts } from './search-facets.ts';
import { daysOf, termLabel, withDays, withOperand, withScope } from './search-terms.ts';
import { senderChoices } from './sender-choices.ts';
import { SenderFilter } from './sender-filter.tsx';
import { type Counts, useCounts } from './use-counts.ts';
import { useOptionCounts } from './use-option-counts.ts';

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
  const optionCounts = useOptionCounts(narrow, found.at(-1)?.id);
  const terms = decidingTerms(narrow);
  const actions = useActions();
  const box = useRef<HTMLElement>(null);
  const keepFocusAt = useKeptFilter(box, narrowKey(narrow));
  /** Without a filter nothing is searched: a search beside the view closes, another one gives way to the inbox. */
  function go(next: Narrow, used: UsedFilter) {
    keepFocusAt(used);
    if (next.length > 0) actions.go(addressOfNarrow(next, state));
    else if (!box.current?.closest('.beside')) actions.go('#inbox');
    else {
      document.querySelector('main')?.focus({ preventScroll: true });
      focusView();
      closeBeside();
    }
  }
  const periods = periodOptions(terms, new Date());
  const contents = contentOptions(terms);
  const ask = (options: readonly FilterOption[]) => {
    if (!isAnonymous) optionCounts.ask(options.map(({ narrow }) => narrow));
  };
  function choose(options: readonly FilterOption[], value: string, used: UsedFilter) {
    const option = options.find(({ key }) => key === value);
    if (option) go(option.narrow, used);
  }
  function choosePeriod(value: string) {
    if (value !== 'days') return choose(periods, value, 'period');
    showDays(daysOf(narrow), ({ first, last }) => go(withDays(narrow, first, last), 'period'));
  }
  const count = found.length;
  const counted = (text: string, count: number, isExact: boolean) =>
    t(isExact ? 'searching.counted' : 'searching.countedAtLeast', { text, count });
  const isExact = isAll || counts?.found_all === true;
  const optionText = ({ label, narrow }: FilterOption) => {
    const known = optionCounts.of(narrow);
    return known ? counted(label, known.count, known.isAll) : label;
  };
  return (
    <section ref={box} class="search-filters" aria-label={t('searching.filters')}>
      <div class="search-found">
        <p role="status">{count > 0 && foundText(count, isAll, counts)}</p>
        {!isAnonymous && <SaveSearch narrow={narrow} />}
      </div>
      <ul aria-label={t('searching.current')}>
        {terms.map((term, index) => {
          const label = termLabel(term, state, Date.now() / 1000);
          return (
            <li key={`${term.operator} ${term.operand}`} class="chip">
              <span>{label}</span>
              <IconButton
                name={t('searching.remove', { filter: label })}
                icon="close"
                onClick={() =>
                  go(
                    terms.filter((_, other) => other !== index),
                    index,
                  )
                }
              />
            </li>
          );
        })}
      </ul>
      <FilterSelect
        name="scope"
        label={t('searching.where')}
        onChange={(key) =>
          go(withScope(narrow, facets.scopes.find((facet) => facet.key === key)?.scope), 'scope')
        }
      >
        <option value="everywhere">{t('searching.everywhere')}</option>
        {facets.scopes.map(({ key, name, count }) => (
          <option key={key} value={key}>
            {counted(name, count, isExact)}
          </option>
        ))}
      </FilterSelect>
      <SenderFilter
        choicesFor={(typed) => senderChoices(typed, facets.senders, state)}
        counted={(name, count) => counted(name, count, isExact)}
        onChoose={(id) => go(withOperand(narrow, 'sender', String(id)), 'sender')}
      />
      <FilterSelect
        name="period"
        label={t('searching.when')}
        onOpen={() => ask(periods)}
        onChange={choosePeriod}
      >
        {periods.map((option) => (
          <option key={option.key} value={option.key}>
            {optionText(option)}
          </option>
        ))}
        <option value="days">{t('searching.chooseDays')}</option>
      </FilterSelect>
      <FilterSelect
        name="content"
        label={t('searching.has')}
        onOpen={() => ask(contents)}
        onChange={(value) => choose(contents, value, 'content')}
      >
        {contents.map((option) => (
          <option key={option.key} value={option.key}>
            {optionText(option)}
          </option>
        ))}
      </FilterSelect>
    </section>
  );
}
