// A field that finds an account by name.

import { useState } from 'preact/hooks';
import { announce } from '../components/announce.ts';
import { Avatar } from '../components/avatar.tsx';
import { Combobox } from '../components/combobox.tsx';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { rankMatches } from '../lib/ranking.ts';

export interface PersonFieldProps {
  readonly id: string;
  readonly label: string;
  /** Shown while the field is empty; the label by default. */
  readonly placeholder?: string;
  /** The ids of accounts that are not offered. */
  readonly without: ReadonlySet<number>;
  /** Adds or sets the account, which is then announced. Returns false, also later, if that failed. */
  readonly onChoose: (personId: number) => unknown;
  /** Whether the account replaces another one instead of being added to others. */
  readonly isSingle?: boolean;
}

const MAX_OFFERED = 8;

export function PersonField({
  id,
  label,
  placeholder = label,
  without,
  onChoose,
  isSingle,
}: PersonFieldProps) {
  const [typed, setTyped] = useState('');
  const users = useOrganizationState((state) => state.realm_users) ?? [];
  const offered =
    typed.trim() === ''
      ? []
      : rankMatches(
          users.filter(({ user_id }) => !without.has(user_id)),
          typed,
          { namesOf: ({ full_name }) => [full_name], limit: MAX_OFFERED },
        );
  async function choose(personId: number, name: string) {
    setTyped('');
    if ((await onChoose(personId)) === false) return;
    announce(t(isSingle ? 'groupScreens.chosen' : 'groupScreens.added', { name }));
  }
  return (
    <Combobox
      id={id}
      label={label}
      placeholder={placeholder}
      value={typed}
      items={offered}
      keyOf={(person) => String(person.user_id)}
      show={(person) => (
        <>
          <Avatar id={person.user_id} name={person.full_name} url={person.avatar_url} size="small" />
          <span class="label">{person.full_name}</span>
        </>
      )}
      onInput={setTyped}
      onChoose={(person) => void choose(person.user_id, person.full_name)}
      choosesFirst
    />
  );
}
