// The pages that set a new password. Whether an address has an account is said by mail only.

import { parse } from 'node:querystring';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, badRequest } from '../contract/error.ts';
import { hashPassword } from '../model/accounts/credentials.ts';
import {
  finishPasswordReset,
  PASSWORD_RESET_PATH,
  startPasswordReset,
} from '../model/accounts/password-reset.ts';
import { accountOfPasswordReset } from '../model/accounts/password-reset-store.ts';
import { checkedPassword } from '../model/accounts/passwords.ts';
import { mailableUrl } from '../model/organizations/mailable-url.ts';
import type { Services } from '../operations/services.ts';
import type { Reader } from '../storage/session.ts';
import { MailAllowance } from './mail-allowance.ts';
import type { OrganizationDirectory } from './organization-directory.ts';
import { alert, sendPage } from './page-html.ts';

const DONE_PATH = '/accounts/password/done/';
const EMAIL = /^[^\s@<>(),;:"]{1,64}@[^\s@<>(),;:"]{1,255}$/;
const TITLE = 'New password';

const askAddress =
  '<form method="post"><label>Email <input name="email" type="email" autocomplete="email" required></label><button>Send a link</button></form>';
const askPassword =
  '<form method="post"><label>New password <input name="new_password1" type="password" autocomplete="new-password" required></label><label>Once more <input name="new_password2" type="password" autocomplete="new-password" required></label><button>Set</button></form>';
const GONE = '<p>This link is no longer valid.</p>';

function send(reply: FastifyReply, status: number, body: string): FastifyReply {
  return sendPage(reply, status, { title: TITLE, body });
}

/** What a form sent, each field once. */
function fields(request: FastifyRequest): Readonly<Record<string, string>> {
  const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
  return Object.fromEntries(Object.entries(parse(body)).map(([name, value]) => [name, String(value)]));
}

/** A password that was typed twice. */
function chosenPassword({
  new_password1: one = '',
  new_password2: two = '',
}: Readonly<Record<string, string>>): string {
  if (one !== two) throw badRequest('The two passwords are not the same.');
  return checkedPassword(one);
}

/** Whether a link still works. */
async function isOpen(reader: Reader, key: string): Promise<boolean> {
  const now = Math.floor(Date.now() / 1000);
  return (await accountOfPasswordReset(reader, key, now)) !== undefined;
}

/** Adds the pages. */
export function addPasswordResetPages(
  fastify: FastifyInstance,
  services: Services,
  directory: OrganizationDirectory,
): void {
  const { database, log } = services;
  const mails = new MailAllowance();

  const start = async (request: FastifyRequest): Promise<void> => {
    const hub = await directory.forHost(request.headers.host);
    const { email = '' } = fields(request);
    if (!EMAIL.test(email.trim())) throw badRequest('Enter a valid email address.');
    mails.take(request.ip, hub.id, email.trim());
    const { host = '' } = request.headers;
    const url = mailableUrl(services.publicUrl, hub.state.organization.host, host);
    if (url === undefined) return log.error({}, 'passwords can be reset by mail only with --url');
    await database.write(hub.id, (writer) => startPasswordReset(writer, email.trim(), url));
  };

  const finish = async (request: FastifyRequest<{ Params: { key: string } }>): Promise<void> => {
    const hub = await directory.forHost(request.headers.host);
    const password = chosenPassword(fields(request));
    // Hashing is dear: strangers without a key must not have it done.
    if (!(await isOpen(hub.reader, request.params.key))) throw badRequest('This link is no longer valid.');
    const passwordHash = await hashPassword(password);
    await database.write(hub.id, (writer) => finishPasswordReset(writer, request.params.key, passwordHash));
  };

  /** Does what a form asks for and leads on, or shows the form again with what was wrong. */
  const orAgain = async (reply: FastifyReply, work: Promise<void>, next: string, form: string) => {
    try {
      await work;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      return send(reply, error.status, alert(error.message) + form);
    }
    return reply.redirect(next);
  };

  const link = `${PASSWORD_RESET_PATH}/:id/:key/`;
  fastify.get(`${PASSWORD_RESET_PATH}/`, (_request, reply) => send(reply, 200, askAddress));
  fastify.post(`${PASSWORD_RESET_PATH}/`, (request, reply) =>
    orAgain(reply, start(request), `${PASSWORD_RESET_PATH}/done/`, askAddress),
  );
  fastify.get(`${PASSWORD_RESET_PATH}/done/`, (_request, reply) =>
    send(reply, 200, '<p>If the address has an account, a link is on its way to it.</p>'),
  );
  fastify.get<{ Params: { key: string } }>(link, async (request, reply) => {
    const hub = await directory.forHost(request.headers.host);
    const isGood = await isOpen(hub.reader, request.params.key);
    return send(reply, isGood ? 200 : 404, isGood ? askPassword : GONE);
  });
  fastify.post<{ Params: { key: string } }>(link, (request, reply) =>
    orAgain(reply, finish(request), DONE_PATH, askPassword),
  );
  fastify.get(DONE_PATH, (_request, reply) => send(reply, 200, '<p>Your password was changed.</p>'));
}
