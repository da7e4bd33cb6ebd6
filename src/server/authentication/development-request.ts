// What a demo allows on its own machine alone.

import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../../model/loopback.ts';
import type { Services } from '../../operations/services.ts';

/** Whether a request may do without passwords: in demo mode, asked for by a loopback name. */
export function isDevelopmentRequest({ isDemo }: Pick<Services, 'isDemo'>, request: FastifyRequest): boolean {
  return isDemo && isLoopbackHost(request.headers.host ?? '');
}
