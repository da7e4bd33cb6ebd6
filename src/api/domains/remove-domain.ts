// DELETE /realm/domains/{domain}: no longer allows a domain. Removing the last domain lifts the restriction,
// because no one could join otherwise. (As in the reference server.)

import { audit } from '../../actions/audit/audit.ts';
import { valueChange } from '../../actions/audit/changes.ts';
import { shortText } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { domainRemoved } from '../../model/domains/domain-events.ts';
import { domainNotFound } from '../../model/domains/domain-rules.ts';
import { organizationSettingChanged } from '../../model/organizations/organization-events.ts';
import { deleteDomain, findDomain, readDomains } from '../../stores/domains/domain-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { changeSettings } from '../../stores/organizations/setting-store.ts';
import { writeOperation } from '../operation.ts';

export const removeDomain = writeOperation({
  name: 'remove-domain',
  method: 'DELETE',
  path: '/realm/domains/{domain}',
  summary: 'Remove an allowed email domain.',
  access: 'owner',
  parameters: { domain: required(shortText, 'The domain.') },
  result: {},
  async handle(context, { domain }) {
    await context.write(async (writer) => {
      const existing = await findDomain(writer, domain.trim().toLowerCase());
      if (!existing) throw domainNotFound(domain);
      await deleteDomain(writer, existing.id);
      await audit(writer, { kind: 'domain_removed', details: { name: existing.domain } });
      writer.emit(domainRemoved(existing.domain));
      if ((await readDomains(writer)).length > 0) return;
      const { settings } = await readOrganization(writer);
      if (!settings.emails_restricted_to_domains) return;
      const change = valueChange('emails_restricted_to_domains', { old: true, new: false });
      await audit(writer, { kind: 'organization_setting_changed', details: change });
      await changeSettings(writer, { emails_restricted_to_domains: false });
      writer.emit(organizationSettingChanged('emails_restricted_to_domains', false));
    });
    return {};
  },
});
