// Uploaded files at the root of the organization's address: /user_uploads/{organization}/{…}/{name}, the same below
// `download` (always saved by the browser) and `thumbnail` (pictures in other sizes), and temporary addresses.

import type { Services } from '../../api/services.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Limiter } from '../../api-contract/rate-limits.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Attachment } from '../../model/uploads/attachment.ts';
import { parseUploadPath } from '../../model/uploads/path-id.ts';
import { verifyTemporaryToken } from '../../model/uploads/temporary-link.ts';
import { openThumbnail, openUpload } from '../../model/uploads/upload-files.ts';
import { ANIMATED_THUMBNAIL, STILL_THUMBNAIL } from '../../model/uploads/upload-thumbnails.ts';
import { mayLoadUpload } from '../../queries/uploads/usable.ts';
import { attachmentsByPath } from '../../stores/uploads/upload-store.ts';
import type { Callers } from '../authentication/callers.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Routes } from '../http/http-routes.ts';
import { sendFile } from '../http/send-file.ts';
import { sendFileError } from './upload-errors.ts';

const PRIVATE = 'private, max-age=31536000, immutable';
const TEMPORARY = `private, max-age=${limits.temporaryLinkSeconds}`;
const DAY_SECONDS = 86_400;

interface UploadPath {
  readonly organization: string;
  readonly '*': string;
}
type Request = HttpRequest<UploadPath>;

class UploadFiles {
  readonly #services: Services;
  readonly #callers: Callers;
  readonly #anonymousLoads: Limiter;

  constructor(services: Services, callers: Callers) {
    this.#services = services;
    this.#anonymousLoads = services.rateLimits.of(
      'loads of files',
      limits.anonymousLoadsPerUploadAndDay,
      DAY_SECONDS,
    );
    this.#callers = callers;
  }

  async send(request: Request, reply: HttpReply, disposition: 'inline' | 'save'): Promise<HttpReply> {
    const pathId = `${request.params.organization}/${request.params['*']}`;
    const attachment = await this.#loadable(request, pathId);
    if (typeof attachment === 'number') return sendFileError(request, reply, attachment);
    return this.#sendOriginal(request, reply, attachment, { disposition, cacheControl: PRIVATE });
  }

  async sendThumbnail(request: Request, reply: HttpReply): Promise<HttpReply> {
    const rest = request.params['*'];
    const slash = rest.lastIndexOf('/');
    const attachment = await this.#loadable(
      request,
      `${request.params.organization}/${rest.slice(0, Math.max(slash, 0))}`,
    );
    if (typeof attachment === 'number') return sendFileError(request, reply, attachment);
    const requested = rest.slice(slash + 1);
    // Messages written by an older server may name a size that is not made: use the nearest one.
    const nearest =
      attachment.is_animated === 1 && /-anim\./.test(requested) ? ANIMATED_THUMBNAIL : STILL_THUMBNAIL;
    for (const size of [requested, nearest]) {
      const file = await openThumbnail(this.#services.fileStore, attachment.path_id, size);
      if (!file) continue;
      return sendFile(request, reply, {
        file,
        contentType: 'image/webp',
        name: attachment.name,
        tag: `${secretOf(attachment)}-${size}`,
        disposition: 'inline',
        cacheControl: PRIVATE,
      });
    }
    return sendFileError(request, reply, 404);
  }

  async sendTemporary(request: HttpRequest<{ '*': string }>, reply: HttpReply): Promise<HttpReply> {
    const [token = '', name] = request.params['*'].split('/');
    const link = verifyTemporaryToken(this.#services.keyring, token, nowSeconds());
    const path = parseUploadPath(link?.pathId ?? '');
    if (!link || !path) throw badRequest('Invalid token');
    if (path.name !== name) throw badRequest('Invalid filename');
    const { hub } = await this.#callers.anonymousCaller(request);
    const account = hub.state.account(link.accountId);
    if (!account?.isActive || account.accessVersion !== link.accessVersion) throw badRequest('Invalid token');
    const attachment = path.organizationId === hub.id && (await this.#find(hub, link.pathId));
    if (!attachment) return sendFileError(request, reply, 404);
    return this.#sendOriginal(request, reply, attachment, {
      disposition: 'inline',
      cacheControl: TEMPORARY,
    });
  }

  async #find(hub: OrganizationHub, pathId: string): Promise<Attachment | undefined> {
    return (await attachmentsByPath(hub.reader, [pathId]))[0];
  }

  /** The upload of a path if the caller may load it, otherwise the error's status. */
  async #loadable(request: HttpRequest, pathId: string): Promise<Attachment | 403 | 404> {
    const { hub, account } = await this.#callers.caller(request);
    const attachment = await this.#find(hub, pathId);
    if (!attachment) return 404;
    if (!(await mayLoadUpload(hub, account, attachment))) return 403;
    if (!account && !hub.state.organization.isDemo) this.#anonymousLoads.consume(`upload ${attachment.id}`);
    return attachment;
  }

  async #sendOriginal(
    request: HttpRequest,
    reply: HttpReply,
    attachment: Attachment,
    options: { readonly disposition: 'inline' | 'save'; readonly cacheControl: string },
  ): Promise<HttpReply> {
    const file = await openUpload(this.#services.fileStore, attachment.path_id);
    if (!file) return sendFileError(request, reply, 404);
    const { content_type: contentType, name } = attachment;
    const tag = secretOf(attachment);
    return sendFile(request, reply, { file, contentType, name, tag, ...options });
  }
}

function secretOf(attachment: Attachment): string {
  return parseUploadPath(attachment.path_id)?.secret ?? '';
}

export function addUploadFiles(routes: Routes, services: Services, callers: Callers): void {
  const files = new UploadFiles(services, callers);
  routes.get<UploadPath>('/user_uploads/:organization/*', (request, reply) =>
    files.send(request, reply, 'inline'),
  );
  routes.get<UploadPath>('/user_uploads/download/:organization/*', (request, reply) =>
    files.send(request, reply, 'save'),
  );
  routes.get<UploadPath>('/user_uploads/thumbnail/:organization/*', (request, reply) =>
    files.sendThumbnail(request, reply),
  );
  // The token is not a route parameter, because it is longer than the router allows for one.
  routes.get<{ '*': string }>('/user_uploads/temporary/*', (request, reply) =>
    files.sendTemporary(request, reply),
  );
}
