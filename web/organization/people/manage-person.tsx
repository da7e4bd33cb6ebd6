// Manages one account, for administrators: name, address, role and profile, each saved on its own, and
// deactivation.

import { useId } from 'preact/hooks';
import type { Person } from '../../../client/state/state.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { NeedsServer } from '../../components/needs-server.tsx';
import { showDialog } from '../../components/overlays.tsx';
import { showStatus } from '../../components/status-line.tsx';
import { attempt } from '../../data/attempt.ts';
import { SavingStatus, useSaving } from '../../forms/saving.tsx';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { useTrackedState } from '../../hooks/use-tracked-state.ts';
import { t } from '../../i18n/texts.ts';
import { ProfileFieldControl } from '../../settings/profile-field-control.tsx';
import { personIn } from '../../store/directory.ts';
import { DeactivatePerson } from './deactivate-person.tsx';
import { ErasePerson } from './erase-person.tsx';
import { emailOf } from './listed-accounts.ts';
import { PersonEmail } from './person-email.tsx';
import { PersonSecondFactor } from './person-second-factor.tsx';
import {
  isRole,
  mayDeactivate,
  mayErase,
  mayRemoveSecondFactor,
  offeredRoles,
  roleKey,
  roles,
} from './role-permissions.ts';
import { SavedText } from './saved-text.tsx';
import { useGrants } from './use-grants.ts';

interface PersonProps {
  readonly person: Person;
}

interface AccountProps extends PersonProps {
  readonly isActive: boolean;
}

/** The fields that are typed. */
function TypedFields({ person, isActive }: AccountProps) {
  const { client } = useOrganization();
  const mayChangeAddress = useGrants().can_change_user_emails;
  const target = { user_id_or_email: String(person.user_id) };
  return (
    <>
      <SavedText
        label={t('accounts.name')}
        value={person.full_name}
        onSave={(full_name) => client.call('update-user', { ...target, full_name })}
        kind="text"
      />
      {mayChangeAddress && isActive && (
        <SavedText
          label={t('accounts.address')}
          help={t('accounts.addressHelp')}
          value={person.delivery_email ?? ''}
          onSave={(new_email) => client.call('update-user', { ...target, new_email })}
          kind="address"
        />
      )}
    </>
  );
}

function RoleField({ person }: PersonProps) {
  const organization = useOrganization();
  const id = useId();
  const { outcome, save } = useSaving();
  const state = useTrackedState();
  const offered = offeredRoles(state, person);
  const isLocked = offered.length < 2;
  const change = (role: number) => {
    if (!isRole(role)) return;
    void save(() =>
      organization.client.call('update-user', { user_id_or_email: String(person.user_id), role }),
    );
  };
  return (
    <div class="setting">
      <NeedsServer>
        <label class="field">
          <span>{t('accounts.role')}</span>
          <select
            // Remounts after an error, so that the field shows the actual value.
            key={outcome.kind === 'failed' ? outcome.reason.text : ''}
            class="input"
            aria-describedby={id}
            disabled={isLocked}
            value={String(person.role)}
            onChange={(event) => change(Number(event.currentTarget.value))}
          >
            {roles.map((role) => (
              <option key={role} value={String(role)} disabled={!offered.includes(role)}>
                {t(roleKey(role))}
              </option>
            ))}
          </select>
          {isLocked && <small>{t('accounts.ownersOnly')}</small>}
          {person.role === 600 && <small>{t('accounts.guestFirst')}</small>}
        </label>
      </NeedsServer>
      <SavingStatus id={id} outcome={outcome} />
    </div>
  );
}

function ProfileFields({ person }: PersonProps) {
  const { client } = useOrganization();
  const fields = useOrganizationState(({ custom_profile_fields }) => custom_profile_fields) ?? [];
  if (fields.length === 0) return null;
  return (
    <section class="fields" aria-label={t('accounts.profile')}>
      <h3>{t('accounts.profile')}</h3>
      {fields.map((field) => {
        const value = person.profile_data?.[field.id]?.value ?? '';
        return (
          <ProfileFieldControl
            key={`${field.id} ${value}`}
            field={field}
            value={value}
            onSave={(next) => {
              const profile_data = [{ id: field.id, value: next.length === 0 ? null : next }];
              const target = { user_id_or_email: String(person.user_id) };
              void attempt(client.call('update-user', { ...target, profile_data }));
            }}
          />
        );
      })}
    </section>
  );
}

function Activity({ person, isActive }: AccountProps) {
  const { client, ownId } = useOrganization();
  const state = useTrackedState();
  const { user_id, full_name: name } = person;
  if (user_id === ownId || person.is_deleted) return null;
  async function reactivate() {
    const answer = await attempt(client.call('reactivate-user', { user_id }));
    if (answer) showStatus(t('accounts.reactivatedNow', { name }));
  }
  const mayRemoveFactor = isActive && mayRemoveSecondFactor(state, person);
  if (!mayDeactivate(state, person)) return <p class="soft">{t('accounts.ownersDeactivate')}</p>;
  const erase = mayErase(state) && (
    <Button
      needsServer
      kind="danger"
      aria-label={t('accounts.erasePerson', { name })}
      onClick={() => showDialog((close) => <ErasePerson person={person} onClose={close} />)}
    >
      {t('accounts.eraseButton')}
    </Button>
  );
  return isActive ? (
    <>
      {mayRemoveFactor && <PersonSecondFactor person={person} />}
      <Button
        kind="danger"
        aria-label={t('accounts.deactivate', { name })}
        onClick={() => showDialog((close) => <DeactivatePerson person={person} onClose={close} />)}
      >
        {t('accounts.deactivateButton')}
      </Button>
      {erase}
    </>
  ) : (
    <>
      <Button needsServer kind="primary" aria-label={t('accounts.reactivate', { name })} onClick={reactivate}>
        {t('accounts.reactivateButton')}
      </Button>
      {erase}
    </>
  );
}

function activityKey({ is_deleted }: Person, isActive: boolean) {
  if (is_deleted) return 'accounts.isErased';
  return isActive ? 'accounts.isActive' : 'accounts.isDeactivated';
}

export interface ManagePersonProps {
  readonly id: number;
  readonly onClose: () => void;
}

export function ManagePerson({ id, onClose }: ManagePersonProps) {
  const person = useOrganizationState((state) => personIn(state, id));
  const isActive = useOrganizationState(
    ({ realm_non_active_users: inactive }) => !inactive?.some(({ user_id }) => user_id === id),
  );
  if (!person) return null;
  const { full_name: name } = person;
  return (
    <Dialog title={t('accounts.managePerson', { name })} onClose={onClose}>
      <div class="managed-account">
        <Avatar id={id} name={name} url={person.avatar_url} size="large" />
        <div>
          <p dir="ltr">{emailOf(person)}</p>
          <p class="soft">{t(activityKey(person, isActive))}</p>
          <a href={`#user/${id}`} onClick={onClose}>
            {t('people.viewProfile')}
          </a>
        </div>
      </div>
      {!person.is_deleted && <PersonEmail person={person} />}
      {!person.is_deleted && <TypedFields person={person} isActive={isActive} />}
      {isActive && <RoleField person={person} />}
      {!person.is_deleted && <ProfileFields person={person} />}
      <div class="buttons">
        <Activity person={person} isActive={isActive} />
      </div>
    </Dialog>
  );
}
