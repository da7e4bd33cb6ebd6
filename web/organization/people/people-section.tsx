// The accounts of the organization: active and deactivated ones, and invitations.

import { useMemo, useState } from 'preact/hooks';
import type { Person } from '../../../client/state/state.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { type Column, LongList } from '../../components/long-list.tsx';
import { showDialog } from '../../components/overlays.tsx';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import { roleName } from '../../people/person-facts.ts';
import { inviteMethods } from '../../store/invite-methods.ts';
import type { SectionProps } from '../sections.ts';
import { AccountName } from './account-name.tsx';
import { CreateAccount } from './create-account.tsx';
import { mediumDate } from './day-of.ts';
import { InvitationList } from './invitation-list.tsx';
import { showInviteDialog } from './invite-dialog.tsx';
import { type AccountFilter, countOf, listedAccounts, type Order } from './listed-accounts.ts';
import { ManagePerson } from './manage-person.tsx';
import { mayManage, roleKey, roles } from './role-permissions.ts';
import { type Tab, Tabs } from './tabs.tsx';
import { useAccountLists } from './use-account-lists.ts';
import { useGrants } from './use-grants.ts';

const tabs = ['active', 'deactivated', 'invited'] as const;
type TabName = (typeof tabs)[number];

function tabOf(rest: string): TabName {
  // The name in other clients of this API.
  if (rest === 'invitations') return 'invited';
  return tabs.find((tab) => tab === rest) ?? 'active';
}

const defaultFilter: AccountFilter = { query: '', role: undefined, order: 'name', isDescending: false };

interface FilterProps {
  readonly filter: AccountFilter;
  readonly onChange: (filter: AccountFilter) => void;
}

function Filter({ filter, onChange }: FilterProps) {
  return (
    <div class="list-filter">
      <input
        class="input"
        type="search"
        aria-label={t('accounts.filter')}
        placeholder={t('accounts.filter')}
        value={filter.query}
        onInput={(event) => onChange({ ...filter, query: event.currentTarget.value })}
      />
      <select
        class="input"
        aria-label={t('accounts.role')}
        value={String(filter.role ?? '')}
        onChange={(event) => onChange({ ...filter, role: Number(event.currentTarget.value) || undefined })}
      >
        <option value="">{t('accounts.allRoles')}</option>
        {roles.map((role) => (
          <option key={role} value={String(role)}>
            {t(roleKey(role))}
          </option>
        ))}
      </select>
    </div>
  );
}

function useColumns(filter: AccountFilter, onSort: (order: Order) => void): readonly Column<Person>[] {
  const isManager = useOrganizationState(mayManage);
  const sorting = (order: Order) => ({
    onSort: () => onSort(order),
    order:
      filter.order !== order
        ? undefined
        : filter.isDescending
          ? ('descending' as const)
          : ('ascending' as const),
  });
  const manage: Column<Person> = {
    key: 'manage',
    title: t('accounts.manage'),
    isUntitled: true,
    show: (person, tabIndex) => (
      <Button
        tabIndex={tabIndex}
        aria-label={t('accounts.managePerson', { name: person.full_name })}
        onClick={() => showDialog((close) => <ManagePerson id={person.user_id} onClose={close} />)}
      >
        {t('accounts.manage')}
      </Button>
    ),
  };
  return [
    {
      key: 'name',
      title: t('accounts.name'),
      ...sorting('name'),
      show: (person, tabIndex) => <AccountName person={person} tabIndex={tabIndex} />,
    },
    { key: 'role', title: t('accounts.role'), ...sorting('role'), show: (person) => roleName(person) },
    {
      key: 'joined',
      title: t('accounts.joined'),
      ...sorting('joined'),
      show: ({ date_joined }) => <time datetime={date_joined}>{mediumDate(date_joined)}</time>,
    },
    ...(isManager ? [manage] : []),
  ];
}

function Accounts({ isActive }: { readonly isActive: boolean }) {
  const lists = useAccountLists();
  const [filter, setFilter] = useState(defaultFilter);
  const onSort = (order: Order) =>
    setFilter({ ...filter, order, isDescending: filter.order === order && !filter.isDescending });
  const columns = useColumns(filter, onSort);
  const people = useMemo(
    () => listedAccounts(lists, { isActive, isBot: false }, filter),
    [lists, isActive, filter],
  );
  const name = isActive ? t('accounts.active') : t('accounts.deactivated');
  return (
    <>
      <Filter filter={filter} onChange={setFilter} />
      {people.length === 0 ? (
        <EmptyState icon="search" title={t('accounts.empty')} />
      ) : (
        <LongList
          name={name}
          class="account-list"
          items={people}
          keyOf={({ user_id: id }) => id}
          columns={columns}
        />
      )}
    </>
  );
}

/** The available lists for the viewer. */
function useTabs(): readonly Tab<TabName>[] {
  const { ownId } = useOrganization();
  const lists = useAccountLists();
  const mayInvite = useOrganizationState((state) => inviteMethods(state, ownId).length > 0);
  const count = (isActive: boolean) => countOf(lists, { isActive, isBot: false });
  return [
    { key: 'active', title: t('accounts.active'), count: count(true) },
    { key: 'deactivated', title: t('accounts.deactivated'), count: count(false) },
    ...(mayInvite ? [{ key: 'invited' as const, title: t('accounts.invited') }] : []),
  ];
}

export function PeopleSection({ rest }: SectionProps) {
  const tabs = useTabs();
  const { key: chosen } = tabs.find(({ key }) => key === tabOf(rest)) ?? { key: 'active' };
  const mayInvite = tabs.some(({ key }) => key === 'invited');
  const mayCreate = useGrants().can_create_users;
  return (
    <section class="wide-section">
      {(mayInvite || mayCreate) && (
        <div class="buttons">
          {mayInvite && (
            <Button kind="primary" icon="add-person" onClick={showInviteDialog}>
              {t('invitations.invite')}
            </Button>
          )}
          {mayCreate && (
            <Button icon="add" onClick={() => showDialog((close) => <CreateAccount onClose={close} />)}>
              {t('accounts.create')}
            </Button>
          )}
        </div>
      )}
      <Tabs
        name={t('sections.people')}
        chosen={chosen}
        tabs={tabs}
        addressOf={(tab) => `#organization/people/${tab}`}
      />
      {chosen === 'invited' ? <InvitationList /> : <Accounts key={chosen} isActive={chosen === 'active'} />}
    </section>
  );
}
