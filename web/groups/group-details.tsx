// One group: what it is for, who is in it, and the groups in it.

import type { UserGroup } from '../../client/state/state.ts';
import { useActions } from '../link/actions.ts';
import { useOrganization, useOrganizationState } from '../link/use-organization.ts';
import { personIn } from '../messages/directory.ts';
import { addressOfGroup, groupIn, groupName, membersOf } from '../messages/groups.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Icon } from '../parts/icon.tsx';
import { t } from '../words/words.ts';

function Subgroups({ group }: { readonly group: UserGroup }) {
  const state = useOrganizationState((whole) => whole);
  const groups = group.direct_subgroup_ids.flatMap((id) => groupIn(state, id) ?? []);
  if (groups.length === 0) return null;
  return (
    <section>
      <h3>{t('groups.subgroups')}</h3>
      <ul class="chips">
        {groups.map((one) => (
          <li key={one.id}>
            <a class="chip" href={addressOfGroup(one)}>
              <Icon name="people" />
              {groupName(one)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Members({ group }: { readonly group: UserGroup }) {
  const state = useOrganizationState((whole) => whole);
  const { showPerson } = useActions();
  const people = [...membersOf(state, group.id)]
    .flatMap((id) => personIn(state, id) ?? [])
    .sort((a, b) => a.full_name.localeCompare(b.full_name));
  return (
    <section>
      <h3>{t('groups.membersTitle')}</h3>
      {people.length === 0 && <p class="soft">{t('groups.noMembers')}</p>}
      <ul class="people-lines">
        {people.map((person) => (
          <li key={person.user_id}>
            <button
              type="button"
              class="person-line"
              onClick={(event) => showPerson(person.user_id, event.currentTarget)}
            >
              <Avatar id={person.user_id} name={person.full_name} url={person.avatar_url} size="small" />
              <span class="name">{person.full_name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function GroupDetails({ group }: { readonly group: UserGroup }) {
  const { state } = useOrganization();
  const count = membersOf(state, group.id).size;
  return (
    <div class="group-details">
      <header>
        <h2>{groupName(group)}</h2>
        <p class="soft">{group.deactivated ? t('groups.deactivated') : t('groups.members', { count })}</p>
        {group.description !== '' && <p>{group.description}</p>}
      </header>
      <Subgroups group={group} />
      <Members group={group} />
    </div>
  );
}
