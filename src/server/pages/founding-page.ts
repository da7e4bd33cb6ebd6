// The page behind the one-time link of an empty server. It creates the first organization and logs its owner in.

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { parse } from 'node:querystring';
import { type Founded, foundOrganization } from '../../actions/organizations/found.ts';
import { storePublicHost } from '../../actions/organizations/public-host.ts';
import type { Services } from '../../api/services.ts';
import { clientError } from '../../api-contract/error.ts';
import { requestedUrl } from '../../model/organizations/organization-url.ts';
import { sendPendingNotices } from '../../notices/pending.ts';
import type { Sessions } from '../authentication/sessions.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Routes } from '../http/http-routes.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { notePage, type Page, sendPage } from './page.ts';
import { alert, button, field, form, hiddenField, passwordHint } from './page-elements.ts';
import { errorText } from './page-error-texts.ts';
import { PageForm } from './page-form.ts';
import { type PageTexts, pageTexts } from './page-texts.ts';

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
  { name: 'name', label: 'page.founding.name', type: 'text', autocomplete: 'organization' },
  { name: 'owner_name', label: 'page.yourName', type: 'text', autocomplete: 'name' },
  { name: 'owner_email', label: 'page.yourEmail', type: 'email', autocomplete: 'email' },
  { name: 'password', label: 'page.password', type: 'password', autocomplete: 'new-password' },
] as const;

/** The form, with what was typed except the password. */
function formPage(texts: PageTexts, token: string, typed?: PageForm, error?: string): Page {
  const { t } = texts;
  // After an error the password must be typed again.
  const first = error === undefined ? 'name' : 'password';
  const fields = FIELDS.map(({ name, label, type, autocomplete }) => {
    const isPassword = type === 'password';
    const value = isPassword ? '' : (typed?.list(name)[0] ?? '');
    const input = { name, type, autocomplete, required: true, autofocus: name === first, value };
    return field(t(label), input, isPassword ? passwordHint(texts) : undefined);
  });
  const content = [hiddenField('token', token), ...fields, button(t('page.founding.create'))];
  return { title: t('page.founding.title'), body: [alert(error), form(content, '/new')] };
}

function linkUsedPage({ t }: PageTexts): Page {
  return notePage(t('page.founding.linkUsedTitle'), t('page.founding.linkUsed'));
}

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
    const texts = pageTexts(request);
    if (!(await this.#isOpen(token))) return sendPage(reply, 404, texts, linkUsedPage(texts));
    return sendPage(reply, 200, texts, formPage(texts, String(token)));
  }

  async createOrganization(request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const texts = pageTexts(request);
    const typedForm = new PageForm(request);
    const token = typedForm.text('token');
    if (!(await this.#isOpen(token))) return sendPage(reply, 404, texts, linkUsedPage(texts));
    const { services, directory, sessions } = this.#options;
    let founded: Founded;
    try {
      founded = await foundOrganization(services.database, services.keyring, {
        name: typedForm.text('name'),
        ownerEmail: typedForm.text('owner_email'),
        ownerName: typedForm.text('owner_name'),
        password: typedForm.text('password'),
        host: '',
        organizationUrl: requestedUrl(services.publicUrl, '', request.headers.host),
      });
    } catch (thrown) {
      const error = clientError(thrown);
      // A second click on the same button may have been faster.
      if (!(await this.#isOpen(token))) return sendPage(reply, 404, texts, linkUsedPage(texts));
      return sendPage(reply, 400, texts, formPage(texts, token, typedForm, errorText(texts, error)));
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
