// The page behind the one-time link of an empty server: it creates the first organization.

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { parse } from 'node:querystring';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../contract/error.ts';
import { foundOrganization } from '../model/organizations/found.ts';
import { escapeHtml } from '../model/outbox/mail-html.ts';
import type { Services } from '../operations/services.ts';
import type { OrganizationDirectory } from './organization-directory.ts';

/** The token of the link; good until the first organization exists. */
export class FoundingLink {
  readonly #token = randomBytes(24).toString('base64url');

  /** The path with the token, to put behind the server's address. */
  get path(): string {
    return `/new?token=${this.#token}`;
  }

  /** Whether a token is this link's; takes the same time whatever it is. */
  accepts(token: unknown): boolean {
    if (typeof token !== 'string') return false;
    const given = Buffer.from(token);
    const wanted = Buffer.from(this.#token);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 4rem auto; padding: 0 1rem; color: #222; background: #fafafa }
label { display: block; margin-top: 1rem } input { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem; border: 1px solid #bbb; border-radius: .3rem }
button { font: inherit; margin-top: 1.5rem; padding: .6rem 1.2rem; border: 0; border-radius: .3rem; background: #2b5c9e; color: #fff }
.problem { background: #fde8e8; padding: .6rem .8rem; border-radius: .3rem }
@media (prefers-color-scheme: dark) { body { background: #1c1e21; color: #ddd } input { background: #2a2d31; color: #ddd; border-color: #555 } .problem { background: #5b2a2a } }
</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`;
}

function form(token: string, values: Readonly<Record<string, unknown>>, problem?: string): string {
  const field = (name: string, label: string, type = 'text', autocomplete = 'off') =>
    `<label>${label}<input name="${name}" type="${type}" autocomplete="${autocomplete}" required value="${type === 'password' ? '' : escapeHtml(String(values[name] ?? ''))}"></label>`;
  return page(
    'Create your organization',
    `${problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}<form method="post" action="/new">
<input type="hidden" name="token" value="${escapeHtml(token)}">
${field('name', 'Name of the organization', 'text', 'organization')}
${field('owner_name', 'Your name', 'text', 'name')}
${field('owner_email', 'Your email address', 'email', 'email')}
${field('password', 'A password', 'password', 'new-password')}
<button>Create</button></form>`,
  );
}

const GONE = page(
  'This link is used up',
  '<p>The organization exists already, or the link is not the newest one. Restarting an empty server prints a new link.</p>',
);

/** What the page is sent with: its address holds the token, which is kept nowhere and told to nobody. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

function send(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply.code(status).headers(HEADERS).send(html);
}

function readyPage(address: string): string {
  const where = `<strong>${escapeHtml(address)}</strong>`;
  return page(
    'It is ready',
    `<p>Point any client at ${where} and log in with your email address and password.</p>`,
  );
}

class FoundingPage {
  readonly #services: Services;
  readonly #directory: OrganizationDirectory;
  readonly #link: FoundingLink;

  constructor(services: Services, directory: OrganizationDirectory, link: FoundingLink) {
    this.#services = services;
    this.#directory = directory;
    this.#link = link;
  }

  async #isOpen(token: unknown): Promise<boolean> {
    await this.#directory.refresh();
    return this.#directory.isEmpty && this.#link.accepts(token);
  }

  async ask(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { token } = parse(request.url.split('?')[1] ?? '');
    const isOpen = await this.#isOpen(token);
    return isOpen ? send(reply, 200, form(String(token), {})) : send(reply, 404, GONE);
  }

  async found(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const values = parse(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '');
    if (!(await this.#isOpen(values.token))) return send(reply, 404, GONE);
    const text = (name: string) => String(values[name] ?? '');
    try {
      await foundOrganization(this.#services.database, this.#services.keyring, {
        name: text('name'),
        ownerEmail: text('owner_email'),
        ownerName: text('owner_name'),
        password: text('password'),
        host: '',
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      return send(reply, 400, form(text('token'), values, error.message));
    }
    await this.#directory.refresh();
    const asked = `${request.protocol}://${request.headers.host ?? ''}`;
    return send(reply, 200, readyPage(this.#services.publicUrl ?? asked));
  }
}

/** Adds the page; it answers only while the server has no organization. */
export function addFoundingPage(
  fastify: FastifyInstance,
  services: Services,
  directory: OrganizationDirectory,
  link: FoundingLink,
): void {
  const founding = new FoundingPage(services, directory, link);
  fastify.get('/new', (request, reply) => founding.ask(request, reply));
  fastify.post('/new', (request, reply) => founding.found(request, reply));
}
