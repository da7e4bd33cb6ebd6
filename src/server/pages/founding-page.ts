// The page behind the one-time link of an empty server. It creates the first organization and logs its owner in.

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { parse } from 'node:querystring';
import { type Founded, foundOrganization } from '../../actions/organizations/found.ts';
import { storePublicHost } from '../../actions/organizations/public-host.ts';
import type { Services } from '../../api/services.ts';
import { ApiError } from '../../api-contract/error.ts';
import { escapeHtml } from '../../model/html-text.ts';
import { requestedUrl } from '../../model/organizations/organization-url.ts';
import { PASSWORD_HINT } from '../../model/passwords/passwords.ts';
import { sendPendingNotices } from '../../notices/pending.ts';
import type { Sessions } from '../authentication/sessions.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Routes } from '../http/http-routes.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { PageForm } from './page-form.ts';
import { alert, notePage, type Page, sendPage } from './page-html.ts';

/** The token of the link, valid until the first organization exists. */
export class FoundingLink {
  readonly #token = randomBytes(24).toString('base64url');

  /** The path with the token, to append to the server's address. */
  get path(): string {
    return `/new?token=${this.#token}`;
  }

  /** Whether a token is this link's; takes constant time. */
  accepts(token: unknown): boolean {
    if (typeof token !== 'string') return false;
    const givenBytes = Buffer.from(token);
    const expectedBytes = Buffer.from(this.#token);
    return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes);
  }
}

const FIELDS = [
  { name: 'name', label: 'Organization name', type: 'text', autocomplete: 'organization' },
  { name: 'owner_name', label: 'Your name', type: 'text', autocomplete: 'name' },
  { name: 'owner_email', label: 'Your email address', type: 'email', autocomplete: 'email' },
  { name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password' },
] as const;

/** The form, with what was typed except the password. */
function formPage(token: string, typed: PageForm | undefined, message?: string): Page {
  // After an error the password must be typed again.
  const first = message === undefined ? 'name' : 'password';
  const fields = FIELDS.map(({ name, label, type, autocomplete }) => {
    const hint = type === 'password' ? `<small>${PASSWORD_HINT}</small>` : '';
    const value = type === 'password' ? '' : (typed?.list(name)[0] ?? '');
    return `<label>${label}<input name="${name}" type="${type}" autocomplete="${autocomplete}" required${name === first ? ' autofocus' : ''} value="${escapeHtml(value)}">${hint}</label>`;
  });
  return {
    title: 'Create your organization',
    body: `${alert(message)}<form method="post" action="/new">
<input type="hidden" name="token" value="${escapeHtml(token)}">
${fields.join('\n')}
<button>Create organization</button></form>`,
  };
}

const linkUsedPage = notePage(
  'This link is no longer valid',
  'The organization already exists, or a newer link was created. To get a new link, restart the server while it has no organization.',
);

export interface FoundingOptions {
  readonly services: Services;
  readonly directory: OrganizationDirectory;
  readonly sessions: Sessions;
  readonly foundingLink: FoundingLink;
}

class FoundingPage {
  readonly #options: FoundingOptions;

  constructor(options: FoundingOptions) {
    this.#options = options;
  }

  async #isOpen(token: unknown): Promise<boolean> {
    const { directory, foundingLink } = this.#options;
    await directory.refresh();
    return directory.isEmpty && foundingLink.accepts(token);
  }

  async ask(request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const { token } = parse(request.url.split('?')[1] ?? '');
    const isOpen = await this.#isOpen(token);
    return isOpen
      ? sendPage(reply, 200, formPage(String(token), undefined))
      : sendPage(reply, 404, linkUsedPage);
  }

  async createOrganization(request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const form = new PageForm(request);
    const token = form.text('token');
    if (!(await this.#isOpen(token))) return sendPage(reply, 404, linkUsedPage);
    const { services, directory, sessions } = this.#options;
    let founded: Founded;
    try {
      founded = await foundOrganization(services.database, services.keyring, {
        name: form.text('name'),
        ownerEmail: form.text('owner_email'),
        ownerName: form.text('owner_name'),
        password: form.text('password'),
        host: '',
        organizationUrl: requestedUrl(services.publicUrl, '', request.headers.host),
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      // A second click on the same button may have been faster.
      if (!(await this.#isOpen(token))) return sendPage(reply, 404, linkUsedPage);
      return sendPage(reply, 400, formPage(token, form, error.message));
    }
    await storePublicHost(services.database, services.publicUrl);
    await directory.refresh();
    const hub = await services.hubs.upToDate(founded.organizationId);
    await sendPendingNotices(
      {
        state: hub.state,
        reader: hub.reader,
        write: (unit) => services.database.write(hub.id, unit),
      },
      founded.pendingNotices,
    );
    await sessions.begin({ hub, request, reply }, founded.ownerId, { loginMethod: 'founding' });
    return reply.redirect('/');
  }
}

/** Adds the page. It answers only while the server has no organization. */
export function addFoundingPage(routes: Routes, options: FoundingOptions): void {
  const founding = new FoundingPage(options);
  routes.get('/new', (request, reply) => founding.ask(request, reply));
  routes.post('/new', (request, reply) => founding.createOrganization(request, reply));
}
