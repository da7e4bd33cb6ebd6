// Invites people: by email, each with a link of their own, or by one link for many.

import { useState } from 'preact/hooks';
import { ParleyError } from '../../../client/parley-error.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorMessage } from '../../components/error-message.tsx';
import { showDialog } from '../../components/overlays.tsx';
import { showStatus } from '../../components/status-line.tsx';
import type { Organization } from '../../data/organization.ts';
import { SubmitButton, SubmitForm, useSubmission } from '../../forms/send-form.tsx';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { t, tParts } from '../../i18n/texts.ts';
import { type InviteMethod, inviteMethods } from '../../store/invite-methods.ts';
import { type Skipped, skippedIn } from './invitation-options.ts';
import { defaultTerms, type InvitationTerms, TermFields, wireTerms } from './invitation-terms.tsx';
import { type InvitationLink, NewInvitationLinks } from './new-invitation-links.tsx';

/** A flag of the server's command, in one line and from left to right. */
function Flag({ name }: { readonly name: string }) {
  return (
    <code class="one-line" dir="ltr">
      {name}
    </code>
  );
}

/** Explains that only links are available; to administrators also how to set up email. */
function NoMail() {
  const isAdmin = useOrganizationState(({ is_admin }) => is_admin);
  return (
    <>
      <p>{t('invitations.noMail')}</p>
      {isAdmin && (
        <p class="soft">
          {tParts('invitations.setUpMail', { smtp: <Flag name="--smtp-url" />, url: <Flag name="--url" /> })}
        </p>
      )}
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

/** Sends the invitations. Returns the links to hand over; empty if email delivers them. */
async function invite(
  { client }: Organization,
  method: InviteMethod,
  terms: InvitationTerms,
  mail: { readonly addresses: string; readonly notifiesInviter: boolean },
): Promise<readonly InvitationLink[]> {
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
          <input
            type="radio"
            name="method"
            checked={choice === method}
            // A link needs nothing typed, so its dialog begins with the choice, and with the addresses otherwise.
            {...(choice === method && choice === 'link' && { 'data-first': true })}
            onChange={() => onChange(choice)}
          />
          {methodName(choice, sendsMail)}
        </label>
      ))}
    </fieldset>
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
  const [links, setLinks] = useState<readonly InvitationLink[]>([]);
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
        <NewInvitationLinks links={links} />
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
              data-first
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
