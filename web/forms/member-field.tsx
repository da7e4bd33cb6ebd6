// A field that finds a group or an account by name.

import { useState } from 'preact/hooks';
import type { UserGroup } from '../../client/state/state.ts';
import { Avatar } from '../components/avatar.tsx';
import { Combobox } from '../components/combobox.tsx';
import { Icon } from '../components/icon.tsx';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { rankMatches } from '../lib/ranking.ts';
import type { SettingMember } from '../store/group-settings.ts';
import { groupName } from '../store/groups.ts';

export interface MemberFieldProps {
  /** The label for screen readers. */
  readonly label: string;
  readonly placeholder: string;
  readonly groups: readonly UserGroup[];
  /** Whether accounts are offered besides groups. */
  readonly hasPeople: boolean;
  readonly isChosen: (part: SettingMember) => boolean;
  readonly onChoose: (part: SettingMember) => void;
}

interface Offered extends SettingMember {
  readonly name: string;
  readonly url?: string | null | undefined;
}

const MAX_OFFERED = 8;

export function MemberField({ label, placeholder, groups, hasPeople, isChosen, onChoose }: MemberFieldProps) {
  const [typed, setTyped] = useState('');
  const users = useOrganizationState((state) => state.realm_users) ?? [];
  const all: Offered[] = [
    ...groups.map((group) => ({ kind: 'group' as const, id: group.id, name: groupName(group) })),
    ...(hasPeople ? users : []).map((user) => ({
      kind: 'person' as const,
      id: user.user_id,
      name: user.full_name,
      url: user.avatar_url,
    })),
  ];
  const unchosen = all.filter((member) => !isChosen(member));
  const offered =
    typed.trim() === ''
      ? unchosen.slice(0, hasPeople ? 0 : MAX_OFFERED)
      : rankMatches(unchosen, typed, { namesOf: ({ name }) => [name], limit: MAX_OFFERED });
  return (
    <Combobox
      label={label}
      placeholder={placeholder}
      value={typed}
      items={offered}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      show={({ kind, id, name, url }) => (
        <>
          {kind === 'group' ? <Icon name="people" /> : <Avatar id={id} name={name} url={url} size="small" />}
          <span class="label">{name}</span>
        </>
      )}
      onInput={setTyped}
      onChoose={({ kind, id }) => {
        setTyped('');
        onChoose({ kind, id });
      }}
    />
  );
}
