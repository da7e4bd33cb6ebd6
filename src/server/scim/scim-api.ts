// SCIM 2.0 (RFC 7643, 7644) at /scim/v2/, for identity providers that create and change people and groups of an
// organization. This file reads requests; `api/scim/` makes the changes and `queries/scim/` reads resources.

import type { ScimRequestContext } from '../../api/scim/scim-context.ts';
import type { Services } from '../../api/services.ts';
import { isRecord } from '../../api-contract/codec.ts';
import { ApiError, malformedJson } from '../../api-contract/error.ts';
import { isWithinBounds, parseJson } from '../../api-contract/json.ts';
import { limits } from '../../api-contract/limits.ts';
import { requestedUrl } from '../../model/organizations/organization-url.ts';
import { scimError } from '../../model/scim/scim-errors.ts';
import type { ScimBody } from '../../model/scim/scim-values.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Routes } from '../http/http-routes.ts';
import { type BodyLimits, BufferedBody, BytesInFlight } from '../http/request-body.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { sendScim, sendScimError } from './answers.ts';
import { ScimAuthenticator } from './authentication.ts';
import { answerTo } from './routes.ts';

const PREFIX = '/scim/v2';

/** The object in a body. */
function parseBody(bytes: Buffer): ScimBody {
  const text = bytes.toString('utf8');
  if (!isWithinBounds(text))
    throw scimError(400, 'invalidSyntax', 'The body is nested too deeply or contains too many values.');
  const value = parseJson(text);
  if (value === undefined) throw malformedJson();
  if (!isRecord(value)) throw scimError(400, 'invalidSyntax', 'The body must be an object.');
  return value;
}

/**
 * Resources have no versions (ETags), so a required version never matches.
 * @throws 412
 */
function checkPrecondition({ headers }: HttpRequest): void {
  const version = headers['if-match'];
  if (version !== undefined && version.trim() !== '*')
    throw scimError(
      412,
      undefined,
      'Versions of resources are not supported. Send the request without "If-Match".',
    );
}

class ScimApi {
  readonly #services: Services;
  readonly #directory: OrganizationDirectory;
  readonly #authenticator: ScimAuthenticator;
  readonly #bodies: BodyLimits = {
    bytes: limits.scimBodyBytes,
    seconds: limits.bodySeconds,
    inFlight: new BytesInFlight(limits.bodyBytesInFlightPerAccount, limits.bodyBytesInFlightPerAccount),
  };

  constructor(services: Services, directory: OrganizationDirectory) {
    this.#services = services;
    this.#directory = directory;
    this.#authenticator = new ScimAuthenticator(services);
  }

  async handle(request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const hub = await this.#directory.hubForHost(request.headers.host);
    const client = await this.#authenticator.admit(hub, request);
    checkPrecondition(request);
    const { publicUrl } = this.#services;
    const organizationUrl = requestedUrl(publicUrl, hub.state.organization.host, request.headers.host);
    const resourceContext = { url: `${organizationUrl}${PREFIX}`, roles: client.roles };
    const context: ScimRequestContext = { services: this.#services, hub, organizationUrl, resourceContext };
    const [path = '', query = ''] = request.url.slice(PREFIX.length).split(/\?(.*)/su);
    const scimRequest = {
      method: request.method,
      segments: path.split('/').filter((segment) => segment !== ''),
      query: new URLSearchParams(query),
    };
    const bufferedBody = new BufferedBody(this.#bodies.inFlight, `scim ${hub.id}`);
    try {
      const body = async () => parseBody(await bufferedBody.read(request.raw, this.#bodies));
      return await sendScim(
        reply,
        await answerTo(context, { ...scimRequest, body: () => this.#checkedBody(request, body) }),
      );
    } finally {
      bufferedBody.release();
    }
  }

  #checkedBody(request: HttpRequest, body: () => Promise<ScimBody>): Promise<ScimBody> {
    const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
    if (type === 'application/scim+json' || type === 'application/json') return body();
    throw new ApiError(415, 'BAD_REQUEST', 'The body must have the type application/scim+json.');
  }
}

export function addScim(routes: Routes, services: Services, directory: OrganizationDirectory): void {
  const api = new ScimApi(services, directory);
  routes.add({
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    path: `${PREFIX}/*`,
    // Bodies are read after the request has been authenticated.
    readsBody: true,
    sendError: (error, request, reply) => sendScimError(services, error, request, reply),
    handler: (request, reply) => api.handle(request, reply),
  });
}
