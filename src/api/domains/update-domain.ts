// PATCH /realm/domains/{domain}: changes whether subdomains of an allowed domain are allowed too.
// (Specification E16.)

import { audit } from '../../actions/audit/audit.ts';
import { boolean, shortText } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { domainChanged } from '../../model/domains/domain-events.ts';
import { domainNotFound } from '../../model/domains/domain-rules.ts';
import { findDomain, updateDomain as storeDomain } from '../../stores/domains/domain-store.ts';
import { writeOperation } from '../operation.ts';

export const updateDomain = writeOperation({
  name: 'update-domain',
  method: 'PATCH',
  path: '/realm/domains/{domain}',
  summary: 'Change an allowed email domain.',
  access: 'owner',
  parameters: {
    domain: required(shortText, 'The domain.'),
    allow_subdomains: required(boolean, 'Whether subdomains are also allowed.'),
  },
  result: {},
  async handle(context, { domain, allow_subdomains: allowSubdomains }) {
    await context.write(async (writer) => {
      const existing = await findDomain(writer, domain.trim().toLowerCase());
      if (!existing) throw domainNotFound(domain);
      if (existing.allowSubdomains === allowSubdomains) return;
      await storeDomain(writer, existing.id, allowSubdomains);
      const details = { name: existing.domain, allow_subdomains: allowSubdomains };
      await audit(writer, { kind: 'domain_changed', details });
      writer.emit(domainChanged({ ...existing, allowSubdomains }));
    });
    return {};
  },
});
