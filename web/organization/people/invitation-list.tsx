// Open invitations and invitation links, with actions on each.

import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf } from '../../../client/api-types.ts';
import { IconButton } from '../../components/button.tsx';
import { confirmAction } from '../../components/confirm.tsx';
import { copyText } from '../../components/copy-text.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { type Column, LongList } from '../../components/long-list.tsx';
import { showStatus } from '../../components/status-line.tsx';
import { attempt } from '../../data/attempt.ts';
import type { Organization } from '../../data/organization.ts';
import { useSubmission } from '../../forms/send-form.tsx';
import { useOrganization, useOrganizationEvent, useOrganizationState } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import { personName } from '../../store/names.ts';
import { mediumDate } from './day-of.ts';
import { isRole, roleKey } from './role-permissions.ts';

type Invitation = AnswerOf<'get-invites'>['invites'][number];

/** The invitations that the viewer may manage, newest first; undefined until loaded. */
function useInvitations(): readonly Invitation[] | undefined {
  const { client } = useOrganization();
  const [all, setAll] = useState<readonly Invitation[]>();
  const fetch = () =>
    void attempt(client.call('get-invites')).then(
      (answer) => answer && setAll(answer.invites.toSorted((a, b) => b.invited - a.invited)),
    );
  useEffect(fetch, [client]);
  useOrganizationEvent('invites_changed', fetch);
  return all;
}

/** The name of an invitation: its email address, or that it is a link. */
function nameOf({ email }: Invitation): string {
  return email ?? t('invitations.aLink');
}

function askRevoke({ client }: Organization, invitation: Invitation): void {
  const { id: invite_id } = invitation;
  confirmAction({
    title: t('invitations.revokeTitle', { name: nameOf(invitation) }),
    text: t('invitations.revokeText'),
    action: t('invitations.revoke'),
    onYes: () =>
      void attempt<unknown>(
        client.call(invitation.is_multiuse ? 'revoke-invite-link' : 'revoke-email-invite', { invite_id }),
      ),
  });
}

function Actions({ invitation, tabIndex }: { readonly invitation: Invitation; readonly tabIndex: number }) {
  const organization = useOrganization();
  const { client } = organization;
  const sendsMail = useOrganizationState(({ server_sends_email }) => server_sends_email);
  const name = nameOf(invitation);
  const { link_url: link } = invitation;
  const sending = useSubmission();
  const resend = async () => {
    const answer = await attempt(client.call('resend-email-invite', { invite_id: invitation.id }));
    if (answer) showStatus(t(sendsMail ? 'invitations.sentAgain' : 'invitations.newLink'));
  };
  return (
    <>
      {!invitation.is_multiuse && (
        <IconButton
          needsServer
          tabIndex={tabIndex}
          name={t(sendsMail ? 'invitations.resend' : 'invitations.replaceLink', { name })}
          icon={sendsMail ? 'send' : 'link'}
          aria-disabled={sending.isBusy}
          onClick={() => void sending.send(resend)}
        />
      )}
      {link !== undefined && (
        <IconButton
          tabIndex={tabIndex}
          name={t('invitations.copyLink')}
          icon="copy"
          onClick={() => copyText(link)}
        />
      )}
      <IconButton
        tabIndex={tabIndex}
        name={t('invitations.revokeName', { name })}
        icon="delete"
        onClick={() => askRevoke(organization, invitation)}
      />
    </>
  );
}

/** How many have joined by a link, and its maximum. */
function usesOf({ uses, max_uses: maximum }: Invitation): string {
  if (uses === undefined) return '';
  const text =
    maximum == null
      ? t('invitations.joined', { count: uses })
      : t('invitations.joinedOf', { count: maximum, uses });
  return ` · ${text}`;
}

function Name({ invitation }: { readonly invitation: Invitation }) {
  const { state } = useOrganization();
  return (
    <div class="two-lines">
      <b>{nameOf(invitation)}</b>
      <small>
        {t('invitations.by', { who: personName(state, invitation.invited_by_user_id) })}
        {usesOf(invitation)}
      </small>
    </div>
  );
}

function columnsOf(): readonly Column<Invitation>[] {
  return [
    { key: 'name', title: t('invitations.whom'), show: (invitation) => <Name invitation={invitation} /> },
    {
      key: 'role',
      title: t('invitations.role'),
      show: ({ invited_as: role }) => (isRole(role) ? t(roleKey(role)) : ''),
    },
    {
      key: 'joined',
      title: t('invitations.expires'),
      show: ({ expiry_date: at }) => (at === null ? t('invitations.never') : mediumDate(at)),
    },
    {
      key: 'manage',
      title: t('accounts.manage'),
      isUntitled: true,
      show: (invitation, tabIndex) => <Actions invitation={invitation} tabIndex={tabIndex} />,
    },
  ];
}

export function InvitationList() {
  const all = useInvitations();
  if (!all) return <div aria-busy="true" />;
  if (all.length === 0)
    return <EmptyState icon="add-person" title={t('invitations.none')} text={t('invitations.noneText')} />;
  return (
    <LongList
      name={t('invitations.title')}
      class="account-list invitation-list"
      items={all}
      keyOf={({ id, is_multiuse: isLink }) => `${isLink} ${id}`}
      columns={columnsOf()}
    />
  );
}
