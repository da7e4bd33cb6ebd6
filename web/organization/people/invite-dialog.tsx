// Invites people: by email, each with a link of their own, or by one link for many.

import { useEffect, useRef, useState } from 'preact/hooks';
import { ParleyError } from '../../../client/parley-error.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorMessage } from '../../components/error-message.tsx';
import { showDialog } from '../../components/overlays.tsx';
import { showStatus } from '../../components/status-line.tsx';
import { CopyLine } from '../../data/copy-line.tsx';
import type { Organization } from '../../data/organization.ts';
import { SubmitButton, SubmitForm, useSubmission } from '../../forms/send-form.tsx';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { useTrackedState } from '../../hooks/use-tracked-state.ts';
import { t } from '../../i18n/texts.ts';
import { type InviteMethod, inviteMethods } from '../../store/invite-methods.ts';
import { ChosenChannels, ChosenGroups } from './chosen-channels.tsx';
import {
  allowedGroups,
  type Expiry,
  expiries,
  minutesOf,
  type Skipped,
  skippedIn,
  type Uses,
  usesOffered,
} from './invitation-options.ts';
import { isRole, type Role, roleKey, rolesToInvite } from './role-permissions.ts';

interface InvitationTerms {
  readonly role: Role;
  readonly expiry: Expiry;
  /** Only for a link. */
  readonly uses: Uses;
  readonly hasDefaults: boolean;
  readonly channelIds: readonly number[];
  readonly groupIds: readonly number[];
}

const defaultTerms: InvitationTerms = {
  role: 400,
  expiry: 10,
  uses: 25,
  hasDefaults: true,
  channelIds: [],
  groupIds: [],
};

function wireTerms({ role, expiry, hasDefaults, channelIds, groupIds }: InvitationTerms) {
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

/** Explains that only links are available; to administrators also how to set up email. */
function NoMail() {
  const isAdmin = useOrganizationState(({ is_admin }) => is_admin);
  return (
    <>
      <p>{t('invitations.noMail')}</p>
      {isAdmin && <p class="soft">{t('invitations.setUpMail')}</p>}
    </>
  );
}

function TermFields({ terms, method, onChange }: TermsProps & { readonly method: InviteMethod }) {
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

/** The addresses that were skipped, with reasons. */
function SkippedList({ skipped }: { readonly skipped: readonly Skipped[] }) {
  return (
    <ul>
      {skipped.map(({ address, reason }) => (
        <li key={address}>
          <ErrorMessage consequence={address} text={reason} lang="en" />
        </li>
      ))}
    </ul>
  );
}

/** A link to hand over, to the owner of an address or to many. */
interface Link {
  readonly address: string | undefined;
  readonly url: string;
}

/** Sends the invitations. Returns the links to hand over; empty if email delivers them. */
async function invite(
  { client }: Organization,
  method: InviteMethod,
  terms: InvitationTerms,
  mail: { readonly addresses: string; readonly notifiesInviter: boolean },
): Promise<readonly Link[]> {
  if (method === 'link') {
    const { invite_link: url } = await client.call('create-invite-link', {
      ...wireTerms(terms),
      max_uses: terms.uses,
    });
    return [{ address: undefined, url }];
  }
  const { links = [] } = await client.call('send-invites', {
    invitee_emails: mail.addresses,
    notify_referrer_on_join: mail.notifiesInviter,
    ...wireTerms(terms),
  });
  return links.map(({ email, link_url: url }) => ({ address: email, url }));
}

function methodName(method: InviteMethod, sendsMail: boolean | undefined): string {
  if (method === 'mail' && !sendsMail) return t('invitations.byHand');
  return t(`invitations.${method}`);
}

function MethodChoice({
  methods,
  method,
  onChange,
}: {
  readonly methods: readonly InviteMethod[];
  readonly method: InviteMethod;
  readonly onChange: (method: InviteMethod) => void;
}) {
  const sendsMail = useOrganizationState(({ server_sends_email }) => server_sends_email);
  return (
    <fieldset class="choice">
      <legend>{t('invitations.how')}</legend>
      {methods.map((choice) => (
        <label key={choice} class="check">
          <input type="radio" name="method" checked={choice === method} onChange={() => onChange(choice)} />
          {methodName(choice, sendsMail)}
        </label>
      ))}
    </fieldset>
  );
}

function MadeLinks({ links }: { readonly links: readonly Link[] }) {
  const sendsMail = useOrganizationState(({ server_sends_email }) => server_sends_email);
  const box = useRef<HTMLDivElement>(null);
  // The focused element disappeared with the form.
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  const isForMany = links.some(({ address }) => address === undefined);
  return (
    <div ref={box} class="fields">
      <p>{isForMany ? t('invitations.madeText') : t('invitations.handOver')}</p>
      {links.map(({ address, url }) => (
        <div key={url}>
          {address !== undefined && <b dir="ltr">{address}</b>}
          <CopyLine label={address ?? t('invitations.linkLabel')} text={url} />
        </div>
      ))}
      {!sendsMail && <p class="soft">{t('invitations.unconfirmed')}</p>}
    </div>
  );
}

function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const organization = useOrganization();
  const offered = inviteMethods(organization.state, organization.ownId);
  const sendsMail = useOrganizationState(({ server_sends_email }) => server_sends_email);
  // Without email, one link for all is less work than one link each.
  const first = sendsMail ? offered[0] : offered.at(-1);
  const [method, setMethod] = useState<InviteMethod>(first ?? 'mail');
  const [addresses, setAddresses] = useState('');
  const [notifiesInviter, setNotifiesInviter] = useState(true);
  const [terms, setTerms] = useState(defaultTerms);
  const [skipped, setSkipped] = useState<readonly Skipped[]>([]);
  const [links, setLinks] = useState<readonly Link[]>([]);
  const sending = useSubmission();
  const isReady = method === 'link' || addresses.trim() !== '';
  async function submit() {
    setSkipped([]);
    try {
      const links = await invite(organization, method, terms, { addresses, notifiesInviter });
      if (links.length > 0) return setLinks(links);
      showStatus(t('invitations.sent'));
      onClose();
    } catch (error) {
      if (error instanceof ParleyError) setSkipped(skippedIn(error.fields));
      throw error;
    }
  }
  if (links.length > 0)
    // The same dialog, which remembers where the focus was.
    return (
      <Dialog title={t('invitations.made', { count: links.length })} onClose={onClose}>
        <MadeLinks links={links} />
      </Dialog>
    );
  return (
    <Dialog
      title={t('invitations.invite')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <SubmitButton sending={sending} form="invite" isReady={isReady}>
            {method === 'mail' && sendsMail ? t('invitations.send') : t('invitations.makeLink')}
          </SubmitButton>
        </>
      }
    >
      <SubmitForm
        id="invite"
        sending={sending}
        isReady={isReady}
        onSend={submit}
        details={skipped.length > 0 && <SkippedList skipped={skipped} />}
      >
        {!sendsMail && <NoMail />}
        {offered.length > 1 && <MethodChoice methods={offered} method={method} onChange={setMethod} />}
        {method === 'mail' && (
          <label class="field">
            <span>{t('invitations.addresses')}</span>
            <textarea
              class="input"
              rows={3}
              value={addresses}
              onInput={(event) => setAddresses(event.currentTarget.value)}
            />
            <small>{t('invitations.addressesHelp')}</small>
          </label>
        )}
        <TermFields terms={terms} method={method} onChange={setTerms} />
        {method === 'mail' && (
          <label class="check">
            <input
              type="checkbox"
              checked={notifiesInviter}
              onChange={(event) => setNotifiesInviter(event.currentTarget.checked)}
            />
            {t('invitations.notifyMe')}
          </label>
        )}
      </SubmitForm>
    </Dialog>
  );
}

export function showInviteDialog(): void {
  showDialog((close) => <InviteDialog onClose={close} />);
}
