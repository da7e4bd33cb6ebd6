// A permission: a group, or an explicit set of groups and accounts. Saves changes immediately.

import { useState } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { useTrackedState } from '../hooks/use-tracked-state.ts';
import { t } from '../i18n/texts.ts';
import {
  acceptedGroups,
  explicitSetting,
  rulesFor,
  type SettingMember,
  type SettingOwner,
  withMember,
  withoutMember,
} from '../store/group-settings.ts';
import { groupIn, groupName } from '../store/groups.ts';
import { personName } from '../store/names.ts';
import type { GroupSetting } from '../store/permissions.ts';
import { MemberField } from './member-field.tsx';

export interface PermissionFieldProps {
  readonly label: string;
  readonly owner: SettingOwner;
  /** The setting's name in the API. */
  readonly name: string;
  readonly value: GroupSetting;
  readonly isLocked: boolean;
  /** The ids of the elements that describe it. */
  readonly describedBy?: string;
  readonly onChange: (value: GroupSetting, old: GroupSetting) => void;
}

const EXPLICIT = 'particular';

export function PermissionField({ describedBy, ...field }: PermissionFieldProps) {
  const { label, owner, name, value, isLocked, onChange } = field;
  const state = useTrackedState();
  const [isExplicit, setExplicit] = useState(typeof value !== 'number');
  const groups = acceptedGroups(state, owner, name);
  const isOpen = isExplicit || typeof value !== 'number';
  const selected = isOpen || typeof value !== 'number' ? EXPLICIT : String(value);
  // The current group may be one that can no longer be chosen.
  const current =
    typeof value === 'number' && !groups.some(({ id }) => id === value) ? groupIn(state, value) : undefined;
  return (
    <div class="permission">
      <label class="field">
        <span>{label}</span>
        <select
          class="input"
          disabled={isLocked}
          {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
          value={selected}
          onChange={(event) => {
            const chosenValue = event.currentTarget.value;
            setExplicit(chosenValue === EXPLICIT);
            if (chosenValue !== EXPLICIT) onChange(Number(chosenValue), value);
          }}
        >
          {[...groups, ...(current ? [current] : [])].map((group) => (
            <option key={group.id} value={String(group.id)}>
              {groupName(group)}
            </option>
          ))}
          {!rulesFor(state, owner, name).require_system_group && (
            <option value={EXPLICIT}>{t('permissions.particular')}</option>
          )}
        </select>
      </label>
      {isOpen && <Parts {...field} />}
    </div>
  );
}

function Parts({ label, owner, name, value, isLocked, onChange }: PermissionFieldProps) {
  const state = useTrackedState();
  const { direct_members: people, direct_subgroups: groupIds } = explicitSetting(value);
  const nobodyGroupId = state.realm_user_groups?.find((group) => group.name === 'role:nobody')?.id;
  const groups = groupIds.flatMap((id) => (id === nobodyGroupId ? [] : (groupIn(state, id) ?? [])));
  const parts: (SettingMember & { readonly text: string })[] = [
    ...groups.map((group) => ({ kind: 'group' as const, id: group.id, text: groupName(group) })),
    ...people.map((id) => ({ kind: 'person' as const, id, text: personName(state, id) })),
  ];
  // "Nobody" plus others means the others.
  const base: GroupSetting = { direct_members: people, direct_subgroups: groups.map(({ id }) => id) };
  return (
    <div class="particular">
      <ul class="chips">
        {parts.map((part) => (
          <li key={`${part.kind} ${part.id}`} class="chip">
            <Icon name={part.kind === 'group' ? 'people' : 'person'} />
            {part.text}
            {!isLocked && (
              <IconButton
                name={t('permissions.remove', { name: part.text, what: label })}
                icon="close"
                onClick={() => onChange(withoutMember(base, part), value)}
              />
            )}
          </li>
        ))}
      </ul>
      {!isLocked && (
        <MemberField
          label={t('permissions.add', { what: label })}
          placeholder={t('permissions.addShort')}
          groups={acceptedGroups(state, owner, name).filter(({ id }) => id !== nobodyGroupId)}
          hasPeople
          isChosen={({ kind, id }) => parts.some((part) => part.kind === kind && part.id === id)}
          onChoose={(part) => onChange(withMember(base, part), value)}
        />
      )}
    </div>
  );
}
