// The mails of an invitation: the first one, and the reminder before it expires.

import type { Account } from '../../model/accounts/account.ts';
import { confirmationPath } from '../../model/invitations/link-key.ts';
import { mailTexts, textMail } from '../../model/mail-texts/translated-mails.ts';
import type { ActorContext } from '../../stores/actor-context.ts';
import { queueMail } from '../outbox/mail-store.ts';

export interface MailedInvitation {
  readonly email: string;
  readonly key: string;
  readonly expiresAt: number | null;
  /** Without a trailing slash. */
  readonly organizationUrl: string;
}

/**
 * Queues a mail for each invitation, in the organization's language, since the recipients' languages are
 * unknown.
 */
export async function mailInvitations(
  { writer, organization, account: inviter }: ActorContext<Pick<Account, 'fullName'>>,
  kind: 'invitation' | 'invitationReminder',
  invitations: readonly MailedInvitation[],
): Promise<void> {
  const { default_language: language } = organization.settings;
  const textOf = mailTexts(language)[kind];
  const mails = invitations.map(({ email, key, expiresAt, organizationUrl }) =>
    textMail(
      email,
      textOf({
        inviter: { name: inviter.fullName },
        organization: { name: organization.name, url: organizationUrl },
        link: organizationUrl + confirmationPath(key),
        expiresAt: expiresAt ?? undefined,
      }),
      language,
    ),
  );
  await queueMail(writer, ...mails);
}
