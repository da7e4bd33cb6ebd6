// The mails of an invitation: the first, and the reminder before its end.

import type { Account } from '../../model/accounts/account.ts';
import { confirmationPath } from '../../model/invitations/key.ts';
import { mailOf, mailTexts } from '../../model/mail-texts/catalogue.ts';
import type { Acting } from '../../stores/acting.ts';
import { queueMail } from '../outbox/mail-store.ts';

export interface MailedInvitation {
  readonly email: string;
  readonly key: string;
  readonly expiresAt: number | null;
  /** Without a slash at its end. */
  readonly organizationUrl: string;
}

/** Queues one for each; in the organization's language, since nothing is known of who will read it. */
export async function mailInvitations(
  { writer, organization, account: inviter }: Acting<Pick<Account, 'fullName'>>,
  kind: 'invitation' | 'invitationReminder',
  invitations: readonly MailedInvitation[],
): Promise<void> {
  const { default_language: language } = organization.settings;
  const textOf = mailTexts(language)[kind];
  const mails = invitations.map(({ email, key, expiresAt, organizationUrl }) =>
    mailOf(
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
