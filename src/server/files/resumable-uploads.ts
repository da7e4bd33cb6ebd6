// Resumable uploads at /api/v1/tus/, for clients with unreliable connections. This file decides who may
// upload and how much, before any byte is received; the library implements the protocol.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { receiveUpload, type UploadContext } from '../../actions/uploads/receive.ts';
import type { Services } from '../../api/services.ts';
import { actingAccount } from '../../api/users/acting-account.ts';
import { ApiError, badRequest, notLoggedIn, rateLimited } from '../../api-contract/error.ts';
import { MEBIBYTE } from '../../api-contract/limits.ts';
import { rateLimitHeaders } from '../../api-contract/rate-limit-headers.ts';
import { incomingFolder, RESUMABLE } from '../../files/incoming-files.ts';
import type { Account } from '../../model/accounts/account.ts';
import { isUnfinishedOf, type Uploader, UploadReservations } from '../../model/uploads/unfinished-uploads.ts';
import { checkUploadQuota } from '../../stores/uploads/upload-quota.ts';
import type { Caller, Callers } from '../authentication/callers.ts';
import { challengeFor } from '../http/challenge.ts';
import { RateLimit } from '../http/rate-limit.ts';
import type { ResumableProtocol } from './resumable-protocol.ts';
import { logFailure, resumableStatus } from './resumable-status.ts';

const TRY_AGAIN_SECONDS = 60;
const prefixes = ['/api/v1/tus', '/json/tus'] as const;
type Request = FastifyRequest<{ Params: { id?: string } }>;

function fileTooLarge(megabytes: number): ApiError {
  const message = `Uploaded file is larger than the allowed limit of ${megabytes} MiB`;
  return new ApiError(413, 'REQUEST_TOO_LARGE', message);
}

class ResumableUploads {
  readonly #services: Services;
  readonly #callers: Callers;
  readonly #requests: RateLimit;
  readonly #newUploads = new UploadReservations();
  #protocol: Promise<ResumableProtocol> | undefined;

  constructor(services: Services, callers: Callers) {
    this.#services = services;
    this.#requests = new RateLimit(services.bounds.requestsPerMinute);
    this.#callers = callers;
  }

  async handle(request: Request, reply: FastifyReply, path: string): Promise<void> {
    const caller = await this.#callers.caller(request);
    const uploader = this.#admit(caller, reply);
    const { id } = request.params;
    const isNewUpload = request.method === 'POST';
    if (isNewUpload !== (id === undefined) || (id && !isUnfinishedOf(uploader, id))) {
      throw new ApiError(404, 'NOT_FOUND', 'This upload does not exist.');
    }
    if (request.method === 'PATCH') await this.#services.diskSpace.refuseFilesWhenLow();
    if (id !== undefined) return this.#serve(request, reply, { caller, uploadId: id, path });
    await this.#checkNewUpload(caller, request);
    const newId = await this.#newUploads.reserve(await this.#folder(), uploader);
    if (newId === undefined) throw rateLimited(TRY_AGAIN_SECONDS);
    try {
      await this.#serve(request, reply, { caller, uploadId: newId, path });
    } finally {
      this.#newUploads.release(newId);
    }
  }

  /** Passes the request to the protocol's library. */
  async #serve(
    request: Request,
    reply: FastifyReply,
    upload: {
      readonly caller: Caller;
      readonly uploadId: string;
      readonly path: string;
    },
  ): Promise<void> {
    const { caller, uploadId, path } = upload;
    const protocol = await this.#loadProtocol();
    // Copies the headers set so far to the library's answer.
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    reply.hijack();
    const { uploadContext, account } = this.#receivingOf(caller);
    await protocol.handle(
      {
        path,
        uploadId,
        store: (fileName, content) => receiveUpload(uploadContext, { account, fileName, content }),
      },
      request.raw,
      reply.raw,
    );
  }

  /** Describes the supported features; needs no credentials. */
  describe(reply: FastifyReply): FastifyReply {
    return reply
      .code(204)
      .header('tus-resumable', '1.0.0')
      .header('tus-version', '1.0.0')
      .header('tus-extension', 'creation,creation-with-upload,termination')
      .header('tus-max-size', this.#services.bounds.fileMegabytes * MEBIBYTE)
      .send();
  }

  #admit({ hub, account }: Caller, reply: FastifyReply): Uploader {
    if (!account) throw notLoggedIn();
    if (!hub.state.organization.isDemo) {
      reply.headers(rateLimitHeaders(this.#requests.consume(`account ${account.id}`)));
    }
    return { organizationId: hub.id, accountId: account.id };
  }

  async #checkNewUpload(caller: Caller, { headers }: Request): Promise<void> {
    const length = headers['upload-length'];
    if (headers['upload-defer-length'] !== undefined) {
      throw new ApiError(411, 'LENGTH_REQUIRED', 'SizeIsDeferred is not supported');
    }
    if (headers['upload-concat'] !== undefined) {
      throw badRequest('Upload-Concat is not supported. Send the file as one upload.');
    }
    if (typeof length !== 'string' || !/^\d{1,15}$/.test(length)) {
      throw new ApiError(411, 'LENGTH_REQUIRED', 'Upload-Length must be the size of the file in bytes.');
    }
    const { fileMegabytes } = this.#services.bounds;
    if (Number(length) > fileMegabytes * MEBIBYTE) throw fileTooLarge(fileMegabytes);
    await this.#services.diskSpace.refuseFilesWhenLow(Number(length));
    const { uploadContext, account } = this.#receivingOf(caller);
    const { organization } = uploadContext.state;
    await checkUploadQuota(
      uploadContext.reader,
      { organization, account, bounds: uploadContext.bounds },
      Number(length),
    );
  }

  #receivingOf({ hub, account }: Caller): {
    readonly uploadContext: UploadContext;
    readonly account: Account;
  } {
    if (!account) throw notLoggedIn();
    const { database, fileStore, pictures, bounds } = this.#services;
    const uploadContext: UploadContext = {
      state: hub.state,
      reader: hub.reader,
      store: fileStore,
      pictures,
      bounds,
      write: (unit) =>
        database.write(hub.id, async (writer) => {
          await actingAccount(writer, account.id);
          return unit(writer);
        }),
    };
    return { uploadContext, account };
  }

  #folder(): Promise<string> {
    return incomingFolder(this.#services.dataDirectory, RESUMABLE);
  }

  #loadProtocol(): Promise<ResumableProtocol> {
    this.#protocol ??= (async () => {
      const { bounds, diskSpace, log } = this.#services;
      const { ResumableProtocol } = await import('./resumable-protocol.ts');
      const fileBytes = bounds.fileMegabytes * MEBIBYTE;
      return new ResumableProtocol({ folder: await this.#folder(), fileBytes, diskSpace, log });
    })();
    return this.#protocol;
  }
}

/** Sends an error in the form that clients of the protocol read. */
function sendUploadError(error: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = error.status === 401 ? 'Unauthenticated upload' : error.message;
  return reply
    .code(resumableStatus(error))
    .headers(error.headers)
    .headers(challengeFor(error.status, request))
    .header('tus-resumable', '1.0.0')
    .send({ message });
}

export function addResumableUploads(fastify: FastifyInstance, services: Services, callers: Callers): void {
  const uploads = new ResumableUploads(services, callers);
  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The library streams bodies itself.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    for (const path of prefixes) {
      for (const url of [path, `${path}/`, `${path}/:id`]) {
        scope.route<{ Params: { id?: string } }>({
          method: ['POST', 'PATCH', 'HEAD', 'DELETE'],
          url,
          exposeHeadRoute: false,
          handler: async (request, reply) => {
            try {
              await uploads.handle(request, reply, path);
            } catch (error) {
              if (!(error instanceof ApiError)) throw error;
              if (error.status >= 500) logFailure(services.log, error);
              return sendUploadError(error, request, reply);
            }
            return reply;
          },
        });
        scope.route({ method: 'OPTIONS', url, handler: (_request, reply) => uploads.describe(reply) });
      }
    }
  });
}
