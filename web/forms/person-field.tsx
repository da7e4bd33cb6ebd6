// A field that finds an account by name.

import { useState } from 'preact/hooks';
import { Avatar } from '../components/avatar.tsx';
import { Combobox } from '../components/combobox.tsx';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { rankMatches } from '../lib/ranking.ts';

export interface PersonFieldProps {
  readonly id: string;
  readonly label: string;
  /** Shown while the field is empty; the label by default. */
  readonly placeholder?: string;
  /** The ids of accounts that are not offered. */
  readonly without: ReadonlySet<number>;
  readonly onChoose: (personId: number) => void;
}

const MAX_OFFERED = 8;

export function PersonField({ id, label, placeholder = label, without, onChoose }: PersonFieldProps) {
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
  function choose(personId: number) {
    setTyped('');
    onChoose(personId);
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
      onChoose={(person) => choose(person.user_id)}
      choosesFirst
    />
  );
}
