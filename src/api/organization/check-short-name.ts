// GET /realm/subdomain/{subdomain}: whether a short name is available. The answer is in `msg`.

import { anyText, shortText } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { shortNameError } from '../../stores/organizations/short-names.ts';
import { publicOperation } from '../operation.ts';

export const checkShortName = publicOperation({
  name: 'check-subdomain',
  method: 'GET',
  path: '/realm/subdomain/{subdomain}',
  summary: 'Check whether a short name for an organization is available.',
  access: 'anyone',
  parameters: { subdomain: required(shortText, 'The short name.') },
  result: { msg: anyText },
  async handle({ reader }, { subdomain }) {
    return { msg: (await shortNameError(reader, subdomain)) ?? 'available' };
  },
});
