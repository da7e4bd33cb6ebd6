// The search field with its suggestions.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Avatar } from '../components/avatar.tsx';
import { Combobox } from '../components/combobox.tsx';
import { focusView } from '../components/focus-view.ts';
import { Icon } from '../components/icon.tsx';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { recentSearches, rememberSearch } from './recent-searches.ts';
import { type SearchSuggestion, searchSuggestions } from './search-suggestions.ts';

export interface SearchBoxProps {
  /** The text for the current view. */
  readonly text: string;
  /** The beginning of a search in the conversation in view; empty if none is. */
  readonly inView: string;
  readonly onSearch: (text: string) => void;
}

function SuggestionLine({ suggestion: { picture, label, note } }: { readonly suggestion: SearchSuggestion }) {
  return (
    <>
      {picture.kind === 'person' ? (
        <Avatar id={picture.id} name={label} url={picture.url} size="small" />
      ) : (
        <Icon name={picture.name} />
      )}
      <span class="label">{label}</span>
      {note !== '' && <small>{note}</small>}
    </>
  );
}

export function SearchBox({ text, inView, onSearch }: SearchBoxProps) {
  const organization = useOrganization();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    // Typed text that was not searched for is discarded when the view changes.
    const reset = () => setTyped(text);
    reset();
    addEventListener('hashchange', reset);
    return () => removeEventListener('hashchange', reset);
  }, [text]);
  function search(query: string) {
    focusView();
    setTyped(query.trim());
    if (query.trim() === '') return;
    rememberSearch(organization.ownId, query.trim());
    onSearch(query.trim());
  }
  return (
    <search class="search">
      <Icon name="search" />
      <Combobox
        id="search"
        inputRef={field}
        label={t('shell.search')}
        isSearch
        value={typed}
        items={searchSuggestions(typed, organization.state, {
          inView,
          searches: recentSearches(organization.ownId),
          knownTopics: (id) => organization.topics.cached(id),
        })}
        keyOf={(suggestion) => `${suggestion.label} ${suggestion.text}`}
        show={(suggestion) => <SuggestionLine suggestion={suggestion} />}
        onInput={setTyped}
        staysOpen={(suggestion) => !suggestion.isWhole}
        onChoose={(suggestion) => {
          if (suggestion.isWhole) search(suggestion.text);
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
