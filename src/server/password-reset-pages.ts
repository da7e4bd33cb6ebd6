// The pages that set a new password. Whether an address has an account is said by mail only.

import { parse } from 'node:querystring';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, badRequest } from '../contract/error.ts';
import { limits } from '../contract/limits.ts';
import type { OrganizationHub } from '../events/organization-hub.ts';
import { hashPassword } from '../model/accounts/credentials.ts';
import {
  finishPasswordReset,
  PASSWORD_RESET_PATH,
  startPasswordReset,
} from '../model/accounts/password-reset.ts';
import { accountOfPasswordReset } from '../model/accounts/password-reset-store.ts';
import { isStrongPassword } from '../model/accounts/passwords.ts';
import { textKey } from '../model/text-key.ts';
import type { Services } from '../operations/services.ts';
import type { OrganizationDirectory } from './organization-directory.ts';
import { RateLimit } from './rate-limit.ts';

const DONE_PATH = '/accounts/password/done/';
const EMAIL = /^[^\s@<>(),;:"]{1,64}@[^\s@<>(),;:"]{1,255}$/;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function sendPage(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; form-action 'self'")
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .send(
      `<!doctype html><html lang="en"><head><title>New password</title></head><body>${body}</body></html>`,
    );
}

function problem(text: string): string {
  return `<p role="alert">${text.replace(/[&<>"]/g, (character) => entities[character] ?? character)}</p>`;
}

const askAddress =
  '<form method="post"><label>Email <input name="email" type="email" autocomplete="email" required></label><button>Send a link</button></form>';
const askPassword =
  '<form method="post"><label>New password <input name="new_password1" type="password" autocomplete="new-password" required></label><label>Once more <input name="new_password2" type="password" autocomplete="new-password" required></label><button>Set</button></form>';
const GONE = '<p>This link is no longer valid.</p>';

/** What a form sent, each field once. */
function fields(request: FastifyRequest): Readonly<Record<string, string>> {
  const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
  return Object.fromEntries(Object.entries(parse(body)).map(([name, value]) => [name, String(value)]));
}

/** A password that was typed twice. Refuses a weak one. */
function chosenPassword({
  new_password1: one = '',
  new_password2: two = '',
}: Readonly<Record<string, string>>): string {
  if (one !== two) throw badRequest('The two passwords are not the same.');
  if (one.length > limits.passwordCharacters) {
    throw badRequest(`The password is too long (limit: ${limits.passwordCharacters} characters).`);
  }
  if (!isStrongPassword(one)) throw badRequest('The password is too weak.');
  return one;
}

/**
 * The organization's address for a link that anybody can have mailed to somebody else: never what the request says
 * of itself, or the link could lead elsewhere; but for servers that only their own machine reaches.
 */
function safeUrl({ publicUrl }: Services, hub: OrganizationHub, host = ''): string | undefined {
  if (publicUrl !== undefined) return publicUrl;
  const own = hub.state.organization.host;
  if (own !== '' && host.replace(/:\d+$/, '') === own.replace(/:\d+$/, '')) return `http://${host}`;
  return LOOPBACK.test(host) ? `http://${host}` : undefined;
}

/** Adds the pages. */
export function addPasswordResetPages(
  fastify: FastifyInstance,
  services: Services,
  directory: OrganizationDirectory,
): void {
  const { database, log } = services;
  const byAddress = [new RateLimit(2, 3600), new RateLimit(5, 86_400)];
  const byCaller = new RateLimit(5, 86_400);

  const start = async (request: FastifyRequest): Promise<void> => {
    const hub = await directory.forHost(request.headers.host);
    const { email = '' } = fields(request);
    if (!EMAIL.test(email.trim())) throw badRequest('Enter a valid email address.');
    for (const limit of byAddress) limit.take(`${hub.id} ${textKey(email.trim())}`);
    byCaller.take(request.ip);
    const url = safeUrl(services, hub, request.headers.host);
    if (url === undefined) return log.error({}, 'passwords can be reset by mail only with --url');
    await database.write(hub.id, (writer) => startPasswordReset(writer, email.trim(), url));
  };

  const finish = async (request: FastifyRequest<{ Params: { key: string } }>): Promise<void> => {
    const hub = await directory.forHost(request.headers.host);
    const passwordHash = await hashPassword(chosenPassword(fields(request)));
    await database.write(hub.id, (writer) => finishPasswordReset(writer, request.params.key, passwordHash));
  };

  /** Does what a form asks for and leads on, or shows the form again with what was wrong. */
  const orAgain = async (reply: FastifyReply, work: Promise<void>, next: string, form: string) => {
    try {
      await work;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      return sendPage(reply, error.status, problem(error.message) + form);
    }
    return reply.redirect(next);
  };

  const link = `${PASSWORD_RESET_PATH}/:id/:key/`;
  fastify.get(`${PASSWORD_RESET_PATH}/`, (_request, reply) => sendPage(reply, 200, askAddress));
  fastify.post(`${PASSWORD_RESET_PATH}/`, (request, reply) =>
    orAgain(reply, start(request), `${PASSWORD_RESET_PATH}/done/`, askAddress),
  );
  fastify.get(`${PASSWORD_RESET_PATH}/done/`, (_request, reply) =>
    sendPage(reply, 200, '<p>If the address has an account, a link is on its way to it.</p>'),
  );
  fastify.get<{ Params: { key: string } }>(link, async (request, reply) => {
    const hub = await directory.forHost(request.headers.host);
    const now = Math.floor(Date.now() / 1000);
    const isOpen = (await accountOfPasswordReset(hub.reader, request.params.key, now)) !== undefined;
    return sendPage(reply, isOpen ? 200 : 404, isOpen ? askPassword : GONE);
  });
  fastify.post<{ Params: { key: string } }>(link, (request, reply) =>
    orAgain(reply, finish(request), DONE_PATH, askPassword),
  );
  fastify.get(DONE_PATH, (_request, reply) => sendPage(reply, 200, '<p>Your password was changed.</p>'));
}
