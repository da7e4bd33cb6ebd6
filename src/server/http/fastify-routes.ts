// Adds routes to Fastify.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpReply } from './http-reply.ts';
import type { HttpRequest } from './http-request.ts';
import type { Route, Routes } from './http-routes.ts';

/** Fastify's request and reply as those of our own types, which they satisfy. */
export function exchangeOf(request: FastifyRequest, reply: FastifyReply) {
  return { request: request as unknown as HttpRequest<never>, reply: reply as unknown as HttpReply };
}

function addTo(fastify: FastifyInstance, route: Route<never>): void {
  const { handler, methods, sendError } = route;
  fastify.register(async (scope) => {
    if (route.readsBody) {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    }
    if (sendError) {
      scope.setErrorHandler((error, request, reply) => {
        const exchange = exchangeOf(request, reply);
        return sendError(error, exchange.request, exchange.reply);
      });
    }
    scope.route({
      method: methods.includes('GET') ? [...methods, 'HEAD'] : [...methods],
      url: route.path,
      exposeHeadRoute: false,
      ...(route.bodyBytes !== undefined && { bodyLimit: route.bodyBytes }),
      config: { isForOtherSites: route.isForOtherSites === true },
      handler: (request, reply) => {
        const exchange = exchangeOf(request, reply);
        return handler(exchange.request, exchange.reply);
      },
    });
  });
}

/** The routes of a server. */
export function routesOf(fastify: FastifyInstance): Routes {
  return {
    add: (route) => addTo(fastify, route),
    get: (path, handler) => addTo(fastify, { methods: ['GET'], path, handler }),
    post: (path, handler, options) => addTo(fastify, { methods: ['POST'], path, handler, ...options }),
    onRequest: (hook) =>
      void fastify.addHook('onRequest', async (request, reply) => {
        const exchange = exchangeOf(request, reply);
        await hook(exchange.request, exchange.reply);
      }),
  };
}
