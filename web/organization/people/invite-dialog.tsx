// Invites people: by mail, each with a link of their own, or by one link that anybody may use who has it.

import { useEffect, useRef, useState } from 'preact/hooks';
import { ParleyError } from '../../../client/parley-error.ts';
import { CopyLine } from '../../link/copy-line.tsx';
import type { Organization } from '../../link/organization.ts';
import { SendButton, SendForm, useSending } from '../../link/send-form.tsx';
import { useOrganization, useOrganizationState } from '../../link/use-organization.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Reason } from '../../parts/reason.tsx';
import { say } from '../../parts/status-line.tsx';
import { t } from '../../words/words.ts';
import { ChosenChannels, ChosenGroups } from './chosen-places.tsx';
import {
  type Expiry,
  expiries,
  groupsToJoin,
  minutesOf,
  type Skipped,
  skippedIn,
  type Way,
  waysToInvite,
} from './invitation-rights.ts';
import { isRole, type Role, roleKey, rolesToInvite } from './role-rights.ts';

interface Terms {
  readonly role: Role;
  readonly expiry: Expiry;
  readonly hasDefaults: boolean;
  readonly channelIds: readonly number[];
  readonly groupIds: readonly number[];
}

const usualTerms: Terms = { role: 400, expiry: 10, hasDefaults: true, channelIds: [], groupIds: [] };

function sent({ role, expiry, hasDefaults, channelIds, groupIds }: Terms) {
  return {
    invite_as: role,
    invite_expires_in_minutes: minutesOf(expiry),
    include_realm_default_subscriptions: hasDefaults,
    stream_ids: [...channelIds],
    group_ids: [...groupIds],
  };
}

interface TermsProps {
  readonly terms: Terms;
  readonly onChange: (terms: Terms) => void;
}

function TermFields({ terms, onChange }: TermsProps) {
  const { ownId } = useOrganization();
  const state = useOrganizationState((whole) => whole);
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
        offered={groupsToJoin(state, ownId)}
        onChange={(groupIds) => onChange({ ...terms, groupIds })}
      />
    </>
  );
}

/** The addresses that were left out, each with why. */
function SkippedList({ skipped }: { readonly skipped: readonly Skipped[] }) {
  return (
    <ul>
      {skipped.map(({ address, reason }) => (
        <li key={address}>
          <Reason effect={address} text={reason} lang="en" />
        </li>
      ))}
    </ul>
  );
}

/** Invites; answers with the link where one was made. */
async function invite(
  { client }: Organization,
  way: Way,
  terms: Terms,
  mail: { readonly addresses: string; readonly tells: boolean },
): Promise<string | undefined> {
  if (way === 'link') return (await client.call('create-invite-link', sent(terms))).invite_link;
  await client.call('send-invites', {
    invitee_emails: mail.addresses,
    notify_referrer_on_join: mail.tells,
    ...sent(terms),
  });
  return undefined;
}

function WayChoice({
  ways,
  way,
  onChange,
}: {
  readonly ways: readonly Way[];
  readonly way: Way;
  readonly onChange: (way: Way) => void;
}) {
  return (
    <fieldset class="choice">
      <legend>{t('invitations.how')}</legend>
      {ways.map((one) => (
        <label key={one} class="check">
          <input type="radio" name="way" checked={one === way} onChange={() => onChange(one)} />
          {t(`invitations.${one}`)}
        </label>
      ))}
    </fieldset>
  );
}

function MadeLink({ link }: { readonly link: string }) {
  const box = useRef<HTMLDivElement>(null);
  // What had the focus is gone with the form.
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={box} class="fields">
      <p>{t('invitations.madeText')}</p>
      <CopyLine label={t('invitations.linkLabel')} text={link} />
    </div>
  );
}

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const organization = useOrganization();
  const offered = waysToInvite(organization.state, organization.ownId);
  const [way, setWay] = useState<Way>(offered[0] ?? 'mail');
  const [addresses, setAddresses] = useState('');
  const [tells, setTells] = useState(true);
  const [terms, setTerms] = useState(usualTerms);
  const [skipped, setSkipped] = useState<readonly Skipped[]>([]);
  const [link, setLink] = useState<string>();
  const sending = useSending();
  const isReady = way === 'link' || addresses.trim() !== '';
  async function submit() {
    setSkipped([]);
    try {
      const made = await invite(organization, way, terms, { addresses, tells });
      if (made !== undefined) return setLink(made);
      say(t('invitations.sent'));
      onClose();
    } catch (error) {
      if (error instanceof ParleyError) setSkipped(skippedIn(error.fields));
      throw error;
    }
  }
  if (link !== undefined)
    // The same dialog, which knows what opened it.
    return (
      <Dialog title={t('invitations.made')} onClose={onClose}>
        <MadeLink link={link} />
      </Dialog>
    );
  return (
    <Dialog
      title={t('invitations.invite')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <SendButton sending={sending} form="invite" isReady={isReady}>
            {way === 'mail' ? t('invitations.send') : t('invitations.makeLink')}
          </SendButton>
        </>
      }
    >
      <SendForm
        id="invite"
        sending={sending}
        isReady={isReady}
        onSend={submit}
        details={skipped.length > 0 && <SkippedList skipped={skipped} />}
      >
        {offered.length > 1 && <WayChoice ways={offered} way={way} onChange={setWay} />}
        {way === 'mail' && (
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
        <TermFields terms={terms} onChange={setTerms} />
        {way === 'mail' && (
          <label class="check">
            <input
              type="checkbox"
              checked={tells}
              onChange={(event) => setTells(event.currentTarget.checked)}
            />
            {t('invitations.tellMe')}
          </label>
        )}
      </SendForm>
    </Dialog>
  );
}
