// A request and its answer, in the organization that it is for.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OrganizationHub } from '../../events/organization-hub.ts';

/** A request, and its answer. */
export interface Exchange {
  readonly hub: OrganizationHub;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
