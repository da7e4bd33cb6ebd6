// All user groups, including system groups and deactivated ones, with links to edit them.

import { useMemo, useState } from 'preact/hooks';
import type { UserGroup } from '../../../client/state/state.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { type Column, LongList } from '../../components/long-list.tsx';
import { showDialog } from '../../components/overlays.tsx';
import { GroupDialog } from '../../groups/group-dialogs.tsx';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import { normalizeName } from '../../lib/ranking.ts';
import { addressOfGroup, groupDescription, groupName, membersOf } from '../../store/groups.ts';
import { isAllowed } from '../../store/permissions.ts';

function stateOf({ is_system_group: isRole, deactivated }: UserGroup): string {
  if (isRole) return t('groupList.role');
  return deactivated ? t('groupScreens.deactivated') : t('groupScreens.active');
}

function Name({ group, tabIndex }: { readonly group: UserGroup; readonly tabIndex: number }) {
  return (
    <div class="account-name">
      <Icon name="people" />
      <div>
        <a href={addressOfGroup(group)} tabIndex={tabIndex} dir="auto">
          {groupName(group)}
        </a>
        <small dir="auto">{groupDescription(group)}</small>
      </div>
    </div>
  );
}

function Count({ group }: { readonly group: UserGroup }) {
  const groups = useOrganizationState((state) => state.realm_user_groups);
  const { state } = useOrganization();
  const count = useMemo(() => membersOf(state, group.id).size, [groups, group]);
  return <>{t('groupScreens.members', { count })}</>;
}

function columnsOf(): readonly Column<UserGroup>[] {
  return [
    {
      key: 'name',
      title: t('channels.name'),
      show: (group, tabIndex) => <Name group={group} tabIndex={tabIndex} />,
    },
    { key: 'members', title: t('groupScreens.membersTitle'), show: (group) => <Count group={group} /> },
    { key: 'state', title: t('groupList.state'), show: stateOf },
  ];
}

export function GroupsSection() {
  const organization = useOrganization();
  const groups = useOrganizationState((state) => state.realm_user_groups);
  const mayCreate = useOrganizationState((state) =>
    isAllowed(state, state.realm_can_create_groups, organization.ownId),
  );
  const [query, setQuery] = useState('');
  const listedGroups = useMemo(() => {
    const { compare } = new Intl.Collator();
    const fits = (group: UserGroup) =>
      normalizeName(`${groupName(group)}\n${groupDescription(group)}`).includes(normalizeName(query.trim()));
    return (groups ?? [])
      .filter((group) => group.name !== 'role:internet' && group.name !== 'role:nobody' && fits(group))
      .sort(
        (a, b) =>
          Number(a.is_system_group) - Number(b.is_system_group) || compare(groupName(a), groupName(b)),
      );
  }, [groups, query]);
  return (
    <section class="wide-section">
      {mayCreate && (
        <Button
          kind="primary"
          icon="add"
          onClick={() => showDialog((close) => <GroupDialog organization={organization} onClose={close} />)}
        >
          {t('groupScreens.create')}
        </Button>
      )}
      <div class="list-filter">
        <input
          class="input"
          type="search"
          aria-label={t('groupScreens.filter')}
          placeholder={t('groupScreens.filter')}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      </div>
      {listedGroups.length === 0 ? (
        <EmptyState icon="search" title={t('groupScreens.empty')} />
      ) : (
        <LongList
          name={t('sections.groups')}
          class="account-list group-accounts with-icons"
          items={listedGroups}
          keyOf={({ id }) => id}
          columns={columnsOf()}
        />
      )}
    </section>
  );
}
