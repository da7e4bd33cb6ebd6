// What a demo allows on its own machine alone.

import type { FastifyRequest } from 'fastify';
import type { Services } from '../../api/services.ts';
import { isLoopbackHost } from '../../model/loopback.ts';

/** Whether a request may do without passwords: in demo mode, asked for by a loopback name. */
export function isDevelopmentRequest({ isDemo }: Pick<Services, 'isDemo'>, request: FastifyRequest): boolean {
  return isDemo && isLoopbackHost(request.headers.host ?? '');
}
