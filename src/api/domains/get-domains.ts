// GET /realm/domains: the domains that people's addresses must belong to, if the organization restricts them.

import { anyText, boolean, list, record } from '../../api-contract/codec.ts';
import { wireDomain } from '../../model/domains/allowed-domain.ts';
import { readDomains } from '../../stores/domains/domain-store.ts';
import { readOperation } from '../operation.ts';

export const getDomains = readOperation({
  name: 'get-domains',
  method: 'GET',
  path: '/realm/domains',
  summary: 'List the allowed email domains.',
  access: 'account',
  parameters: {},
  result: { domains: list(record({ domain: anyText, allow_subdomains: boolean })) },
  async handle({ reader }) {
    return { domains: (await readDomains(reader)).map(wireDomain) };
  },
});
