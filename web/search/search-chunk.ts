// What the search field needs once it has the focus; a chunk of its own.

export { recentSearches, rememberSearch } from './recent-searches.ts';
export { searchSuggestions } from './search-suggestions.ts';
export { SuggestionLine } from './suggestion-line.tsx';
