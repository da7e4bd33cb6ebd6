// GET /realm/linkifiers: all linkifiers, in the order in which clients apply them.

import { list } from '../../api-contract/codec.ts';
import { linkifierSchema, wireLinkifier } from '../../model/linkifiers/wire-linkifier.ts';
import { readLinkifiers } from '../../stores/linkifiers/linkifier-store.ts';
import { readOperation } from '../operation.ts';

export const getLinkifiers = readOperation({
  name: 'get-linkifiers',
  method: 'GET',
  path: '/realm/linkifiers',
  summary: 'List the linkifiers of the organization, in order.',
  since: 54,
  access: 'account',
  parameters: {},
  result: { linkifiers: list(linkifierSchema) },
  async handle({ reader }) {
    const linkifiers = await readLinkifiers(reader);
    return { linkifiers: linkifiers.map(wireLinkifier) };
  },
});
