// A suggestion of the search field.

import { Avatar } from '../components/avatar.tsx';
import { Icon } from '../components/icon.tsx';
import type { SearchSuggestion } from './search-suggestions.ts';

export function SuggestionLine({
  suggestion: { picture, label, note },
}: {
  readonly suggestion: SearchSuggestion;
}) {
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
