// Deactivates an organization: no one has access until it is reactivated, and no data is lost.

import { Role } from '../../model/accounts/roles.ts';
import { mailTexts, textMail } from '../../model/mail-texts/translated-mails.ts';
import { organizationDeactivated } from '../../model/organizations/organization-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readAccounts } from '../../stores/accounts/account-store.ts';
import { readOrganization, updateOrganization } from '../../stores/organizations/organization-store.ts';
import { audit } from '../audit/audit.ts';
import { queueMail } from '../outbox/mail-store.ts';

/** Deactivates the organization, ends all access and mails the owners. */
export async function markOrganizationDeactivated(writer: Writer, organizationUrl: string): Promise<void> {
  await updateOrganization(writer, { is_deactivated: 1 });
  await audit(writer, { kind: 'organization_deactivated' });
  writer.emit(organizationDeactivated(writer.organizationId));
  await mailOwners(writer, organizationUrl);
}

async function mailOwners(writer: Writer, organizationUrl: string): Promise<void> {
  const { name } = await readOrganization(writer);
  const accounts = await readAccounts(writer);
  for (const { email, settings } of accounts.filter(
    ({ role, isActive }) => role === Role.owner && isActive,
  )) {
    const texts = mailTexts(settings.default_language);
    const facts = { organization: { name, url: organizationUrl } };
    await queueMail(writer, textMail(email, texts.organizationDeactivated(facts), settings.default_language));
  }
}
