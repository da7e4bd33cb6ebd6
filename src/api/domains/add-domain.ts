// POST /realm/domains: allows a domain of email addresses. (Specification E15.)

import { audit } from '../../actions/audit/audit.ts';
import { anyOf, anyText, boolean, id, list, shortText } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { domainAdded } from '../../model/domains/domain-events.ts';
import { checkDomainIsNew, normalDomain } from '../../model/domains/domain-rules.ts';
import { insertDomain, readDomains } from '../../stores/domains/domain-store.ts';
import { readCreator, takeQuota } from '../../stores/quotas/take-quota.ts';
import { writeOperation } from '../operation.ts';

export const addDomain = writeOperation({
  name: 'add-domain',
  method: 'POST',
  path: '/realm/domains',
  summary: 'Allow an email domain.',
  access: 'owner',
  parameters: {
    domain: required(shortText, 'The domain, such as `example.com`.'),
    allow_subdomains: required(boolean, 'Whether subdomains are also allowed.'),
  },
  result: { new_domain: list(anyOf('is not an id or a domain', id, anyText)) },
  async handle(context, values) {
    const domain = normalDomain(values.domain);
    return context.write(async (writer) => {
      checkDomainIsNew(domain, await readDomains(writer));
      await takeQuota(await readCreator(writer, context.actor.account.id), 'domains');
      const added = await insertDomain(writer, domain, values.allow_subdomains);
      const details = { name: added.domain, allow_subdomains: values.allow_subdomains };
      await audit(writer, { kind: 'domain_added', details });
      writer.emit(domainAdded(added));
      return { new_domain: [added.id, added.domain] };
    });
  },
});
