// The modules that the search field needs once it has the focus, in one chunk.

export { savedSearches } from '../store/saved-searches.ts';
export { recentSearches, rememberSearch } from './recent-searches.ts';
export { searchSuggestions } from './search-suggestions.ts';
export { SuggestionLine } from './suggestion-line.tsx';
