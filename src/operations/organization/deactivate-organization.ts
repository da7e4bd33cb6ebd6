// POST /realm/deactivate: closes the organization. Nobody can log in any more; the data stays, so that the
// command `organization reactivate` can open it again.

import { queueMail } from '../../actions/outbox/mail-store.ts';
import { id, nullable } from '../../contract/codec.ts';
import { badRequest } from '../../contract/error.ts';
import { optionally } from '../../contract/parameter.ts';
import { Role } from '../../model/accounts/roles.ts';
import { mailOf, mailTexts } from '../../model/mail-texts/catalogue.ts';
import { organizationDeactivated } from '../../model/organizations/events.ts';
import type { Writer } from '../../storage/session.ts';
import { readAccounts } from '../../stores/accounts/store.ts';
import { readOrganization, updateOrganization } from '../../stores/organizations/store.ts';
import { writeOperation } from '../operation.ts';

async function tellOwners(writer: Writer, organizationUrl: string): Promise<void> {
  const { name } = await readOrganization(writer);
  const accounts = await readAccounts(writer);
  for (const { email, settings } of accounts.filter(
    ({ role, isActive }) => role === Role.owner && isActive,
  )) {
    const texts = mailTexts(settings.default_language);
    const facts = { organization: { name, url: organizationUrl } };
    await queueMail(writer, mailOf(email, texts.organizationDeactivated(facts)));
  }
}

export const deactivateOrganization = writeOperation({
  name: 'deactivate-organization',
  method: 'POST',
  path: '/realm/deactivate',
  summary: 'Deactivate the organization.',
  access: 'owner',
  parameters: {
    deletion_delay_days: optionally(nullable(id), 'Days until all data is deleted; null: never.', {
      since: 332,
    }),
  },
  result: {},
  async handle(context, { deletion_delay_days: days }) {
    if (days != null) throw badRequest('This server does not delete the data of deactivated organizations.');
    await context.write(async (writer) => {
      await updateOrganization(writer, { is_deactivated: 1 });
      writer.emit(organizationDeactivated(writer.organizationId));
      await tellOwners(writer, context.organizationUrl);
    });
    return {};
  },
});
