// User groups: a list at the side, and the selected group.

import { useEffect, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { showDialog } from '../components/overlays.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { useTrackedState } from '../hooks/use-tracked-state.ts';
import { t } from '../i18n/texts.ts';
import { addressOfGroup, groupIn, groupName, membersOf } from '../store/groups.ts';
import { isAllowed } from '../store/permissions.ts';
import { GroupDetails } from './group-details.tsx';
import { GroupDialog } from './group-dialogs.tsx';
import { groupOfSection, groupSections } from './group-list.ts';

interface GroupsProps {
  readonly chosenId: number | undefined;
  /** Whether to open the dialog that creates a group. */
  readonly isCreating: boolean;
}

function Groups({ chosenId, isCreating }: GroupsProps) {
  const organization = useOrganization();
  const { ownId } = organization;
  const state = useTrackedState();
  const [query, setQuery] = useState('');
  const sections = groupSections(state, query, ownId);
  const mayCreate = isAllowed(state, state.realm_can_create_groups, ownId);
  const create = () => showDialog((close) => <GroupDialog organization={organization} onClose={close} />);
  useEffect(() => {
    if (isCreating && mayCreate) create();
  }, [isCreating]);
  return (
    <nav class="group-list" aria-label={t('groups.title')}>
      <input
        class="input"
        type="search"
        aria-label={t('groupScreens.filter')}
        placeholder={t('groupScreens.filter')}
        value={query}
        onInput={(event) => setQuery(event.currentTarget.value)}
      />
      {mayCreate && (
        <Button icon="add" onClick={create}>
          {t('groupScreens.create')}
        </Button>
      )}
      {sections.length === 0 && <EmptyState icon="search" title={t('groupScreens.empty')} />}
      {sections.map(({ kind, groups }) => (
        <section key={kind}>
          <h2>{t(`groupScreens.${kind}`)}</h2>
          <ul>
            {groups.map((group) => (
              <li key={group.id}>
                <a
                  href={addressOfGroup(group)}
                  {...(group.id === chosenId && { 'aria-current': 'page' as const })}
                >
                  <span class="name">{groupName(group)}</span>
                  <small aria-hidden="true">{membersOf(state, group.id).size}</small>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

export function GroupsView({ section }: { readonly section: string }) {
  const id = groupOfSection(section);
  const group = useOrganizationState((state) => (id === undefined ? undefined : groupIn(state, id)));
  const none = id === undefined ? t('groupScreens.none') : t('groupScreens.unknown');
  return (
    <div class={`groups ${id === undefined ? '' : 'one-chosen'}`}>
      <Groups chosenId={id} isCreating={section === 'new'} />
      {group ? <GroupDetails key={group.id} group={group} /> : <EmptyState icon="people" title={none} />}
    </div>
  );
}
