// GET /compatibility: whether the calling program is new enough for this server.

import { badRequest } from '../../api-contract/error.ts';
import { isTooOld } from '../../model/organizations/old-client.ts';
import { publicOperation } from '../operation.ts';

export const checkCompatibility = publicOperation({
  name: 'check-compatibility',
  method: 'GET',
  path: '/compatibility',
  summary: 'Check whether the calling client is supported.',
  access: 'anyone',
  parameters: {},
  result: {},
  async handle({ source }) {
    if (!source.userAgent) throw badRequest('User-Agent header missing from request');
    if (isTooOld(source.userAgent)) throw badRequest('Client is too old');
    return {};
  },
});
