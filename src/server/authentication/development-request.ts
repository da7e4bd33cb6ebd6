// Decides which requests may log in without a password, which a demo server allows on its own machine only.

import type { Services } from '../../api/services.ts';
import { isLoopbackHost } from '../../model/loopback.ts';
import type { HttpRequest } from '../http/http-request.ts';

/**
 * Whether a request may log in without a password: the server is in demo mode and was addressed by a loopback name.
 */
export function isDevelopmentRequest({ isDemo }: Pick<Services, 'isDemo'>, request: HttpRequest): boolean {
  return isDemo && isLoopbackHost(request.headers.host ?? '');
}
