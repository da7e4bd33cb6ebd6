// What a demo allows on its own machine alone.

import type { FastifyRequest } from 'fastify';
import type { Services } from '../../operations/services.ts';

/** Whether a request may do without passwords: in demo mode, asked for by a loopback name. */
export function isDevelopmentRequest({ isDemo }: Pick<Services, 'isDemo'>, request: FastifyRequest): boolean {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  return isDemo && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|::1)$/.test(host);
}
