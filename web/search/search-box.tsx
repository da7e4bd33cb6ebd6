// The search field with its suggestions.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Combobox } from '../components/combobox.tsx';
import { focusView } from '../components/focus-view.ts';
import { Icon } from '../components/icon.tsx';
import { loadSecondary } from '../components/lazy-chunks.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';

export interface SearchBoxProps {
  /** The text for the current view. */
  readonly text: string;
  /** The beginning of a search in the conversation in view; empty if none is. */
  readonly inView: string;
  readonly onSearch: (text: string) => void;
}

const loadChunk = () => loadSecondary(() => import('./search-chunk.ts'));

/** The code for a focused field; undefined until it is loaded. */
function useChunk() {
  const [chunk, setChunk] = useState<typeof import('./search-chunk.ts')>();
  const load = () => {
    if (!chunk) loadChunk().then(setChunk, () => undefined);
  };
  return { chunk, load };
}

/** Stores a search, also one that was made before the chunk was loaded. */
function remember(ownId: number, query: string): void {
  loadChunk().then(
    ({ rememberSearch }) => rememberSearch(ownId, query),
    () => undefined,
  );
}

export function SearchBox({ text, inView, onSearch }: SearchBoxProps) {
  const organization = useOrganization();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text);
  const { chunk, load } = useChunk();
  const latest = useRef(text);
  latest.current = text;
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    // Typed text that was not searched for is discarded when the view changes, and the suggestions close.
    const leave = () => {
      setTyped(latest.current);
      field.current?.blur();
    };
    // Once: a listener that is replaced while the address changes would not be called.
    addEventListener('hashchange', leave);
    return () => removeEventListener('hashchange', leave);
  }, []);
  function search(query: string) {
    focusView();
    setTyped(query.trim());
    if (query.trim() === '') return;
    remember(organization.ownId, query.trim());
    onSearch(query.trim());
  }
  function open(address: string) {
    focusView();
    setTyped(text);
    location.hash = address;
  }
  return (
    <search class="search" onFocusIn={load}>
      <Icon name="search" />
      <Combobox
        id="search"
        inputRef={field}
        label={t('frame.search')}
        isSearch
        value={typed}
        items={
          chunk?.searchSuggestions(typed, organization.state, {
            inView,
            saved: chunk.savedSearches(organization.state),
            searches: chunk.recentSearches(organization.ownId),
            knownTopics: (id) => organization.topics.cached(id),
          }) ?? []
        }
        keyOf={({ label, text, address = '' }) => `${label} ${text} ${address}`}
        show={(suggestion) => chunk && <chunk.SuggestionLine suggestion={suggestion} />}
        onInput={setTyped}
        staysOpen={(suggestion) => !suggestion.isWhole}
        onChoose={(suggestion) => {
          if (suggestion.address !== undefined) open(suggestion.address);
          else if (suggestion.isWhole) search(suggestion.text);
          else setTyped(suggestion.text);
        }}
        choosesFirst={typed.trim() !== ''}
        onEnter={() => search(typed)}
        onEscape={() => setTyped(text)}
        onLeave={() => setTyped(text)}
      />
      <span class="key" aria-hidden="true">
        /
      </span>
    </search>
  );
}
