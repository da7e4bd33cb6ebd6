// Shows errors of the sign-in pages as sentences, and logs their reasons.

import type { Services } from '../../api/services.ts';
import { ApiError, clientError } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Limiter } from '../../api-contract/rate-limits.ts';
import { clientNetworkOf } from '../../model/client-network.ts';
import { SignInError } from '../../model/sign-in/identity.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { sendPage } from './page.ts';
import { errorText } from './page-error-texts.ts';
import { pageTexts } from './page-texts.ts';
import { signInErrorPage } from './sign-in-html.ts';

/** Shows pages or their errors. Limits the requests of each network. */
export class SignInErrors {
  readonly #services: Services;
  readonly #directory: OrganizationDirectory;
  readonly #visits: Limiter;

  constructor(services: Services, directory: OrganizationDirectory) {
    this.#services = services;
    this.#visits = services.rateLimits.of('sign-in visits', limits.signInVisitsPerMinute);
    this.#directory = directory;
  }

  /** Shows a page; its errors are shown as sentences. */
  async show(request: HttpRequest, reply: HttpReply, show: () => Promise<HttpReply>): Promise<HttpReply> {
    // Requests over the limit are not logged.
    const limitError = this.#rateLimitError(request);
    if (limitError) return this.#sendError(request, reply, limitError);
    try {
      return await show();
    } catch (thrown) {
      const error = clientError(thrown);
      const reason = error instanceof SignInError ? error.reason : error.message;
      this.#services.log.warn({ event: 'sign_in_failed', address: request.ip, reason }, 'sign-in failed');
      return this.#sendError(request, reply, error);
    }
  }

  #rateLimitError(request: HttpRequest): ApiError | undefined {
    try {
      this.#visits.consume(clientNetworkOf(request.ip));
      return undefined;
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  }

  async #sendError(request: HttpRequest, reply: HttpReply, error: ApiError): Promise<HttpReply> {
    const hub = await this.#directory.findHubForHost(request.headers.host);
    const texts = pageTexts(request, hub);
    const page = signInErrorPage(texts, hub?.state.organization.name ?? 'Parley', errorText(texts, error));
    return sendPage(reply.headers(error.headers), error.status, texts, page);
  }
}
