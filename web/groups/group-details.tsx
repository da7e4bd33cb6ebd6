// One group: its description, members and subgroups.

import type { UserGroup } from '../../client/state/state.ts';
import { announce } from '../components/announce.ts';
import { Avatar } from '../components/avatar.tsx';
import { Button, IconButton } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { NeedsServer } from '../components/needs-server.tsx';
import { showDialog } from '../components/overlays.tsx';
import { useActions } from '../data/actions.ts';
import { attempt } from '../data/attempt.ts';
import type { Organization } from '../data/organization.ts';
import { MemberField } from '../forms/member-field.tsx';
import { PersonField } from '../forms/person-field.tsx';
import { SavedPermissionField } from '../forms/saved-permission-field.tsx';
import { useOrganization } from '../hooks/use-organization.ts';
import { useTrackedState } from '../hooks/use-tracked-state.ts';
import { t } from '../i18n/texts.ts';
import { personIn } from '../store/directory.ts';
import { addressOfGroup, groupDescription, groupIn, groupName, membersOf } from '../store/groups.ts';
import { confirmDeactivateGroup, GroupDialog } from './group-dialogs.tsx';
import {
  allowedSubgroups,
  groupPermissions,
  mayManageGroup,
  ownGroupPermissions,
} from './group-permissions.ts';

function Subgroups({ group }: { readonly group: UserGroup }) {
  const organization = useOrganization();
  const { ownId, client } = organization;
  const state = useTrackedState();
  const groups = group.direct_subgroup_ids.flatMap((id) => groupIn(state, id) ?? []);
  const { mayAdd, mayRemove } = ownGroupPermissions(state, group, ownId);
  const nest = (change: { readonly add?: readonly number[]; readonly delete?: readonly number[] }) =>
    void attempt(client.call('update-user-group-subgroups', { user_group_id: group.id, ...change }));
  if (groups.length === 0 && !mayAdd) return null;
  return (
    <section aria-label={t('groupScreens.subgroups')}>
      <h3>{t('groupScreens.subgroups')}</h3>
      {mayAdd && (
        <div class="add-person">
          <NeedsServer>
            <MemberField
              label={t('groupScreens.addGroup')}
              placeholder={t('groupScreens.addGroup')}
              groups={allowedSubgroups(state, group)}
              hasPeople={false}
              isChosen={({ id }) => group.direct_subgroup_ids.includes(id)}
              onChoose={({ id }) => nest({ add: [id] })}
            />
          </NeedsServer>
        </div>
      )}
      <ul class="chips">
        {groups.map((group) => (
          <li key={group.id} class="chip">
            <Icon name="people" />
            <a href={addressOfGroup(group)}>{groupName(group)}</a>
            {mayRemove && (
              <IconButton
                needsServer
                name={t('groupScreens.removeGroup', { name: groupName(group) })}
                icon="close"
                onClick={() => nest({ delete: [group.id] })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Permissions({ group }: { readonly group: UserGroup }) {
  const organization = useOrganization();
  const state = useTrackedState();
  if (group.is_system_group) return null;
  const { mayManage } = ownGroupPermissions(state, group, organization.ownId);
  return (
    <section class="group-permissions" aria-label={t('groupScreens.permissions')}>
      <h3>{t('groupScreens.permissions')}</h3>
      {groupPermissions.map((name) => (
        <SavedPermissionField
          key={name}
          label={t(`groupScreens.${name}`)}
          owner="group"
          name={name}
          value={group[name]}
          isLocked={!mayManage}
          save={(change) =>
            organization.client.call('update-user-group', { user_group_id: group.id, [name]: change })
          }
        />
      ))}
    </section>
  );
}

/** Adds and removes members; returns whether the server accepted it. */
async function change(
  { client }: Organization,
  group: UserGroup,
  members: { readonly add?: readonly number[]; readonly delete?: readonly number[] },
): Promise<boolean> {
  const call = client.call('update-user-group-members', { user_group_id: group.id, ...members });
  return (await attempt(call)) !== undefined;
}

function Members({ group }: { readonly group: UserGroup }) {
  const organization = useOrganization();
  const state = useTrackedState();
  const { showPerson } = useActions();
  const people = [...membersOf(state, group.id)]
    .flatMap((id) => personIn(state, id) ?? [])
    .sort((a, b) => a.full_name.localeCompare(b.full_name));
  const { mayAdd, mayRemove } = ownGroupPermissions(state, group, organization.ownId);
  return (
    <section>
      <h3>{t('groupScreens.membersTitle')}</h3>
      {mayAdd && (
        <div class="add-person">
          <NeedsServer>
            <PersonField
              id="add-to-group"
              label={t('groupScreens.addPerson')}
              without={new Set(group.members)}
              onChoose={(id) => change(organization, group, { add: [id] })}
            />
          </NeedsServer>
        </div>
      )}
      {people.length === 0 && <p class="soft">{t('groupScreens.noMembers')}</p>}
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
            {!group.members.includes(person.user_id) && <small>{t('groupScreens.throughGroups')}</small>}
            {mayRemove && group.members.includes(person.user_id) && (
              <IconButton
                needsServer
                name={t('groupScreens.removePerson', { name: person.full_name })}
                icon="close"
                onClick={async () => {
                  if (await change(organization, group, { delete: [person.user_id] }))
                    announce(t('groupScreens.removed', { name: person.full_name }));
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Actions({ group }: { readonly group: UserGroup }) {
  const organization = useOrganization();
  const { ownId } = organization;
  const state = useTrackedState();
  const { mayJoin, mayLeave, mayManage } = ownGroupPermissions(state, group, ownId);
  const mayReactivate = group.deactivated && mayManageGroup(state, group, ownId);
  if (!mayJoin && !mayLeave && !mayManage && !mayReactivate) return null;
  return (
    <div class="buttons">
      {mayJoin && (
        <Button
          needsServer
          kind="primary"
          icon="add"
          onClick={() => change(organization, group, { add: [ownId] })}
        >
          {t('groupScreens.join')}
        </Button>
      )}
      {mayLeave && (
        <Button needsServer onClick={() => change(organization, group, { delete: [ownId] })}>
          {t('groupScreens.leave')}
        </Button>
      )}
      {mayManage && (
        <Button
          icon="edit"
          onClick={() =>
            showDialog((close) => <GroupDialog organization={organization} group={group} onClose={close} />)
          }
        >
          {t('groupScreens.edit')}
        </Button>
      )}
      {mayManage && (
        <Button icon="delete" onClick={() => confirmDeactivateGroup(organization, group)}>
          {t('groupScreens.deactivate')}
        </Button>
      )}
      {mayReactivate && (
        <Button
          needsServer
          kind="primary"
          onClick={() =>
            attempt(
              organization.client.call('update-user-group', { user_group_id: group.id, deactivated: false }),
            )
          }
        >
          {t('groupScreens.reactivate')}
        </Button>
      )}
    </div>
  );
}

export function GroupDetails({ group }: { readonly group: UserGroup }) {
  const { state } = useOrganization();
  const count = membersOf(state, group.id).size;
  return (
    <div class="group-details">
      <header>
        <a class="to-groups" href="#groups">
          <Icon name="back" />
          {t('groups.title')}
        </a>
        <h2>{groupName(group)}</h2>
        <p class="soft">
          {group.deactivated ? t('groupScreens.deactivated') : t('groupScreens.members', { count })}
        </p>
        {group.description !== '' && <p dir="auto">{groupDescription(group)}</p>}
      </header>
      <Actions group={group} />
      <Subgroups group={group} />
      <Members group={group} />
      <Permissions group={group} />
    </div>
  );
}
