// A request and its reply, in the organization that it is for.

import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';

export interface Exchange {
  readonly hub: OrganizationHub;
  readonly request: HttpRequest;
  readonly reply: HttpReply;
}
