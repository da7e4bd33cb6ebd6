// Resumable uploads at /api/v1/tus/, for clients with unreliable connections. This file decides who may
// upload and how much, before any byte is received; `resumable-protocol.ts` implements the protocol.

import { join } from 'node:path';
import { receiveUpload, type UploadContext } from '../../actions/uploads/receive.ts';
import type { Services } from '../../api/services.ts';
import { actingAccount } from '../../api/users/acting-account.ts';
import { ApiError, badRequest, notLoggedIn, rateLimited } from '../../api-contract/error.ts';
import { MEBIBYTE } from '../../api-contract/limits.ts';
import { rateLimitHeaders } from '../../api-contract/rate-limit-headers.ts';
import type { Limiter } from '../../api-contract/rate-limits.ts';
import { incomingFolder, RESUMABLE } from '../../files/incoming-files.ts';
import type { Account } from '../../model/accounts/account.ts';
import { isUnfinishedOf, type Uploader, UploadReservations } from '../../model/uploads/unfinished-uploads.ts';
import { checkUploadQuota } from '../../stores/uploads/upload-quota.ts';
import type { Caller, Callers } from '../authentication/callers.ts';
import { challengeFor } from '../http/challenge.ts';
import { type HttpReply, JSON_TYPE } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Routes } from '../http/http-routes.ts';
import { toApiError } from '../http/to-api-error.ts';
import {
  type ProtocolAnswer,
  ResumableProtocol,
  TUS_EXTENSIONS,
  TUS_VERSION,
  uploadNotFound,
} from './resumable-protocol.ts';
import { logFailure, resumableStatus } from './resumable-status.ts';

const TRY_AGAIN_SECONDS = 60;
const prefixes = ['/api/v1/tus', '/json/tus'] as const;
type Request = HttpRequest<{ id?: string }>;

function fileTooLarge(megabytes: number): ApiError {
  const message = `Uploaded file is larger than the allowed limit of ${megabytes} MiB`;
  return new ApiError(413, 'REQUEST_TOO_LARGE', message);
}

class ResumableUploads {
  readonly #services: Services;
  readonly #callers: Callers;
  readonly #requests: Limiter;
  readonly #newUploads = new UploadReservations();
  readonly #protocol: ResumableProtocol;

  constructor(services: Services, callers: Callers) {
    this.#services = services;
    this.#requests = services.rateLimits.of('resumable uploads', services.bounds.requestsPerMinute);
    this.#callers = callers;
    this.#protocol = new ResumableProtocol(join(services.dataDirectory, RESUMABLE), services.diskSpace);
  }

  async handle(request: Request, reply: HttpReply, path: string): Promise<ProtocolAnswer> {
    const caller = await this.#callers.caller(request);
    const uploader = this.#admit(caller, reply);
    const { id } = request.params;
    const isNewUpload = request.method === 'POST';
    if (isNewUpload !== (id === undefined) || (id && !isUnfinishedOf(uploader, id))) {
      throw uploadNotFound();
    }
    if (request.method === 'PATCH') await this.#services.diskSpace.refuseFilesWhenLow();
    if (id !== undefined) return this.#serve(request, { caller, uploadId: id, path });
    await this.#checkNewUpload(caller, request);
    const folder = await incomingFolder(this.#services.dataDirectory, RESUMABLE);
    const newId = await this.#newUploads.reserve(folder, uploader);
    if (newId === undefined) throw rateLimited(TRY_AGAIN_SECONDS);
    try {
      return await this.#serve(request, { caller, uploadId: newId, path });
    } finally {
      this.#newUploads.release(newId);
    }
  }

  #serve(
    request: Request,
    { caller, uploadId, path }: { readonly caller: Caller; readonly uploadId: string; readonly path: string },
  ): Promise<ProtocolAnswer> {
    const { uploadContext, account } = this.#receivingOf(caller);
    return this.#protocol.handle(
      {
        path,
        uploadId,
        store: (fileName, content) => receiveUpload(uploadContext, { account, fileName, content }),
      },
      request.raw,
    );
  }

  /** Describes the supported features; needs no credentials. */
  describe(): ProtocolAnswer {
    const headers = {
      'tus-version': TUS_VERSION,
      'tus-extension': TUS_EXTENSIONS,
      'tus-max-size': `${this.#services.bounds.fileMegabytes * MEBIBYTE}`,
    };
    return { status: 204, headers };
  }

  #admit({ hub, account }: Caller, reply: HttpReply): Uploader {
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
}

/** An error in the form that clients of the protocol read. */
function errorAnswer(error: ApiError, request: HttpRequest): ProtocolAnswer {
  return {
    status: resumableStatus(error),
    headers: { ...error.headers, ...challengeFor(error.status, request) },
    body: { message: error.status === 401 ? 'Unauthenticated upload' : error.message },
  };
}

function send({ status, headers, body }: ProtocolAnswer, request: HttpRequest, reply: HttpReply): HttpReply {
  const { readableDidRead, complete } = request.raw;
  // The rest of a body that was read in part would be taken for the next request.
  if (readableDidRead && !complete) reply.header('connection', 'close');
  reply.code(status).headers({ ...headers, 'tus-resumable': TUS_VERSION });
  return body ? reply.type(JSON_TYPE).send(JSON.stringify(body)) : reply.send();
}

export function addResumableUploads(routes: Routes, services: Services, callers: Callers): void {
  const uploads = new ResumableUploads(services, callers);
  for (const path of prefixes) {
    for (const address of [path, `${path}/`, `${path}/:id`]) {
      routes.add<{ id?: string }>({
        methods: ['POST', 'PATCH', 'HEAD', 'DELETE'],
        path: address,
        // The protocol reads bodies itself.
        readsBody: true,
        handler: async (request, reply) => {
          try {
            return send(await uploads.handle(request, reply, path), request, reply);
          } catch (error) {
            const answeredError = toApiError(error);
            if (answeredError.status >= 500) logFailure(services.log, error);
            return send(errorAnswer(answeredError, request), request, reply);
          }
        },
      });
      routes.add({
        methods: ['OPTIONS'],
        path: address,
        handler: (request, reply) => send(uploads.describe(), request, reply),
      });
    }
  }
}
