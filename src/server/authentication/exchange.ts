// A request and its reply, in the organization that it is for.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OrganizationHub } from '../../events/organization-hub.ts';

export interface Exchange {
  readonly hub: OrganizationHub;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
