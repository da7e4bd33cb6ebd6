// The terms of invitations: role, end, channels and groups, as fields and as the API takes them.

import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { useTrackedState } from '../../hooks/use-tracked-state.ts';
import { t } from '../../i18n/texts.ts';
import type { InviteMethod } from '../../store/invite-methods.ts';
import { ChosenChannels, ChosenGroups } from './chosen-channels.tsx';
import {
  allowedGroups,
  type Expiry,
  expiries,
  minutesOf,
  type Uses,
  usesOffered,
} from './invitation-options.ts';
import { isRole, type Role, roleKey, rolesToInvite } from './role-permissions.ts';

/** What invitations give the people who accept them, and how long they can be accepted. */
export interface InvitationTerms {
  readonly role: Role;
  readonly expiry: Expiry;
  /** Only for a link. */
  readonly uses: Uses;
  readonly hasDefaults: boolean;
  readonly channelIds: readonly number[];
  readonly groupIds: readonly number[];
}

/** The terms that the dialog begins with. */
export const defaultTerms: InvitationTerms = {
  role: 400,
  expiry: 10,
  uses: 25,
  hasDefaults: true,
  channelIds: [],
  groupIds: [],
};

/** The terms as the API takes them. */
export function wireTerms({ role, expiry, hasDefaults, channelIds, groupIds }: InvitationTerms) {
  return {
    invite_as: role,
    invite_expires_in_minutes: minutesOf(expiry),
    include_realm_default_subscriptions: hasDefaults,
    stream_ids: [...channelIds],
    group_ids: [...groupIds],
  };
}

interface TermsProps {
  readonly terms: InvitationTerms;
  readonly onChange: (terms: InvitationTerms) => void;
}

/** How often a link may be used. Without email no address is confirmed, so no maximum is then not offered. */
function UsesField({ terms, onChange }: TermsProps) {
  const sendsMail = useOrganizationState(({ server_sends_email }) => server_sends_email);
  const offered = usesOffered.filter((uses) => uses !== null || sendsMail);
  return (
    <label class="field">
      <span>{t('invitations.uses')}</span>
      <select
        class="input"
        value={String(terms.uses)}
        onChange={(event) => onChange({ ...terms, uses: offered[event.currentTarget.selectedIndex] ?? null })}
      >
        {offered.map((uses) => (
          <option key={uses} value={String(uses)}>
            {uses === null ? t('invitations.noMaximum') : t('invitations.people', { count: uses })}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The fields of the terms. Links have a maximum number of uses, too. */
export function TermFields({ terms, method, onChange }: TermsProps & { readonly method: InviteMethod }) {
  const { ownId } = useOrganization();
  const state = useTrackedState();
  return (
    <>
      <div class="side-by-side">
        <label class="field">
          <span>{t('invitations.role')}</span>
          <select
            class="input"
            value={String(terms.role)}
            onChange={(event) => {
              const role = Number(event.currentTarget.value);
              if (isRole(role)) onChange({ ...terms, role });
            }}
          >
            {rolesToInvite(state).map((role) => (
              <option key={role} value={String(role)}>
                {t(roleKey(role))}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{t('invitations.expires')}</span>
          <select
            class="input"
            value={String(terms.expiry)}
            onChange={(event) =>
              onChange({ ...terms, expiry: expiries[event.currentTarget.selectedIndex] ?? null })
            }
          >
            {expiries.map((days) => (
              <option key={days} value={String(days)}>
                {days === null ? t('invitations.never') : t('invitations.days', { count: days })}
              </option>
            ))}
          </select>
        </label>
        {method === 'link' && <UsesField terms={terms} onChange={onChange} />}
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={terms.hasDefaults}
          onChange={(event) => onChange({ ...terms, hasDefaults: event.currentTarget.checked })}
        />
        {t('invitations.defaults')}
      </label>
      <ChosenChannels ids={terms.channelIds} onChange={(channelIds) => onChange({ ...terms, channelIds })} />
      <ChosenGroups
        ids={terms.groupIds}
        offered={allowedGroups(state, ownId)}
        onChange={(groupIds) => onChange({ ...terms, groupIds })}
      />
    </>
  );
}
