// Sends the answers to identity providers: resources and lists, and errors in the protocol's form (RFC 7644,
// section 3.12).

import type { Services } from '../../api/services.ts';
import type { ApiError } from '../../api-contract/error.ts';
import { detailOf } from '../../errors/error-detail.ts';
import type { ScimResource } from '../../model/scim/scim-resources.ts';
import type { ListPage } from '../../queries/scim/list.ts';
import { sendBytes } from '../http/compression.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { toApiError } from '../http/to-api-error.ts';

const TYPE = 'application/scim+json; charset=utf-8';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** An answer before it is sent. */
export interface ScimAnswer {
  readonly status: number;
  /** The body; undefined for an answer without one. */
  readonly body?: ScimResource;
  readonly location?: string;
}

/** A page of a list. */
export function listAnswer({ total, resources }: ListPage, startIndex: number): ScimAnswer {
  const body = {
    schemas: [LIST],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
  return { status: 200, body };
}

export async function sendScim(reply: HttpReply, { status, body, location }: ScimAnswer): Promise<HttpReply> {
  reply.code(status).header('cache-control', 'private, no-store');
  if (location !== undefined) reply.header('location', location);
  if (!body) return reply.send();
  return sendBytes(reply.header('content-type', TYPE), JSON.stringify(body));
}

/**
 * The error's `scimType`. Errors thrown by the organization's own rules, which do not know SCIM, are mapped to one.
 */
function scimTypeOf({ status, code, extra }: ApiError): unknown {
  if (code === 'SCIM' || status !== 400) return extra.scimType;
  return code === 'INVALID_JSON' ? 'invalidSyntax' : 'invalidValue';
}

/** Sends an error. Anything that is not an `ApiError` is a bug: it is logged and not revealed. */
export function sendScimError(
  services: Services,
  error: unknown,
  request: HttpRequest,
  reply: HttpReply,
): HttpReply {
  const apiError = toApiError(error);
  if (apiError.status >= 500 && apiError.code !== 'SCIM') {
    services.log.error(
      { request: request.id, method: request.method, error: detailOf(error) },
      'SCIM request failed',
    );
  }
  const scimType = scimTypeOf(apiError);
  const body = {
    schemas: [ERROR],
    status: String(apiError.status),
    ...(scimType !== undefined && { scimType }),
    detail: apiError.message,
  };
  return reply
    .code(apiError.status)
    .headers(apiError.headers)
    .headers(apiError.status === 401 ? { 'www-authenticate': 'Bearer realm="parley"' } : {})
    .header('content-type', TYPE)
    .send(JSON.stringify(body));
}
