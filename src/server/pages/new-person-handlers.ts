// The form for new people identified by a provider: they choose their name, and get an account if they may join.

import { admissionWithProvider } from '../../actions/sign-in/join.ts';
import { joinNewPerson } from '../../api/authentication/sign-in.ts';
import type { Services } from '../../api/services.ts';
import { recordOf } from '../../api-contract/codec.ts';
import { type ApiError, clientError } from '../../api-contract/error.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { checkedFullName } from '../../model/accounts/account-names.ts';
import { requestedUrl } from '../../model/organizations/organization-url.ts';
import { type Identity, identityCodec } from '../../model/sign-in/identity.ts';
import {
  browserHash,
  newBrowserSecret,
  type SignInVisit,
  sealVisit,
  unsealVisit,
  VISIT_SECONDS,
  type VisitKind,
  visitFields,
} from '../../model/sign-in/sign-in-visit.ts';
import { renderDescription } from '../../queries/rendering/render-description.ts';
import { readDefaultGroups } from '../../stores/default-channel-groups/default-channel-group-store.ts';
import { signInContextOf, sourceOf } from '../authentication/login-dependencies.ts';
import { clearVisitCookies, setVisitSecret, visitSecretIn } from '../authentication/sign-in-cookie.ts';
import { Html } from '../http/html-template.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { appFlowOf } from './destination.ts';
import { sendPage } from './page.ts';
import { errorText } from './page-error-texts.ts';
import { PageForm } from './page-form.ts';
import { pageTexts } from './page-texts.ts';
import { enabledProvider, lostVisit } from './sign-in-common.ts';
import type { SignInCompletion } from './sign-in-completion.ts';
import { newPersonPage } from './sign-in-html.ts';

/** The target of the form. */
export const JOIN_PATH = '/accounts/sign-in/join/';

/** A person identified by a provider, who has no account yet. */
interface NewPersonVisit extends SignInVisit {
  readonly identity: Identity;
}

const newPersonVisit: VisitKind<NewPersonVisit> = {
  purpose: 'sign-in-person',
  codec: recordOf<NewPersonVisit>({ ...visitFields, identity: identityCodec }),
};

/** Shows and handles the form. */
export class NewPersonHandlers {
  readonly #services: Services;
  readonly #directory: OrganizationDirectory;
  readonly #end: SignInCompletion;

  constructor(services: Services, directory: OrganizationDirectory, end: SignInCompletion) {
    this.#services = services;
    this.#directory = directory;
    this.#end = end;
  }

  /** Asks a new person for their name if they may join. */
  async show(
    hub: OrganizationHub,
    request: HttpRequest,
    reply: HttpReply,
    visit: NewPersonVisit,
  ): Promise<HttpReply> {
    await this.#admission(hub, visit);
    const secret = newBrowserSecret();
    setVisitSecret(request, reply, this.#services.publicUrl, secret);
    const expiresAt = nowSeconds() + VISIT_SECONDS;
    const sealable = { ...visit, browser: browserHash(secret), expiresAt };
    return this.#showForm(hub, request, reply, {
      visit: sealable,
      fullName: visit.identity.fullName,
      chosenGroupIds: [],
    });
  }

  #admission(hub: OrganizationHub, visit: NewPersonVisit) {
    const { provider } = enabledProvider(
      this.#services,
      hub,
      (method) => method.provider.id === visit.providerId,
    );
    const joining = { provider, identity: visit.identity, linkKey: visit.linkKey };
    return admissionWithProvider(hub.reader, hub.state.organization, joining, nowSeconds());
  }

  async #showForm(
    hub: OrganizationHub,
    request: HttpRequest,
    reply: HttpReply,
    typed: {
      readonly visit: NewPersonVisit;
      readonly fullName: string;
      readonly chosenGroupIds: readonly number[];
      readonly error?: ApiError;
    },
  ): Promise<HttpReply> {
    const { keyring, publicUrl } = this.#services;
    const { visit, fullName, chosenGroupIds, error } = typed;
    const { email, terms } = await this.#admission(hub, visit);
    const { provider } = enabledProvider(
      this.#services,
      hub,
      (method) => method.provider.id === visit.providerId,
    );
    const { name, host, settings } = hub.state.organization;
    const organizationUrl = requestedUrl(publicUrl, host, request.headers.host);
    const context = { state: hub.state, reader: hub.reader, organizationUrl };
    const form = {
      organization: {
        name,
        description: new Html(await renderDescription(context, settings.description, undefined)),
      },
      providerName: provider.name,
      email,
      fullName,
      person: sealVisit(keyring, newPersonVisit, visit),
      groups: {
        groups: terms.includesDefaultChannels ? await readDefaultGroups(hub.reader) : [],
        chosenGroupIds,
      },
      isForApp: visit.mobileOtp !== '',
    };
    const texts = pageTexts(request, hub);
    const page = newPersonPage(texts, form, JOIN_PATH, error && errorText(texts, error));
    return sendPage(reply, error?.status ?? 200, texts, page);
  }

  /** Creates the account and continues the login. */
  async join(request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const { keyring, publicUrl } = this.#services;
    const hub = await this.#directory.hubForHost(request.headers.host);
    const form = new PageForm(request);
    const browser = { secret: visitSecretIn(request, publicUrl), now: nowSeconds() };
    const visit = unsealVisit(keyring, newPersonVisit, form.text('person'), browser);
    if (visit?.organizationId !== hub.id) throw lostVisit();
    const chosenGroupIds = form.list('group').map(Number).filter(Number.isSafeInteger);
    let accountId: number;
    try {
      accountId = await this.#createAccount(hub, request, { visit, form, chosenGroupIds });
    } catch (thrown) {
      const error = clientError(thrown);
      const fullName = form.list('full_name')[0] ?? '';
      return this.#showForm(hub, request, reply, { visit, fullName, chosenGroupIds, error });
    }
    clearVisitCookies(request, reply, publicUrl);
    const { identity } = visit;
    return this.#end.complete({ hub, accountId, destination: visit, identity }, request, reply);
  }

  async #createAccount(
    hub: OrganizationHub,
    request: HttpRequest,
    submitted: {
      readonly visit: NewPersonVisit;
      readonly form: PageForm;
      readonly chosenGroupIds: readonly number[];
    },
  ): Promise<number> {
    const { visit, form, chosenGroupIds: groupIds } = submitted;
    const { provider } = enabledProvider(
      this.#services,
      hub,
      (method) => method.provider.id === visit.providerId,
    );
    const joining = { provider, identity: visit.identity, linkKey: visit.linkKey };
    const loginMethod = appFlowOf(visit) ?? 'provider';
    return joinNewPerson(this.#services, signInContextOf(this.#services, hub, request), joining, {
      fullName: checkedFullName(form.text('full_name')),
      groupIds,
      origin: { loginMethod, provider: provider.name, source: sourceOf(request) },
    });
  }
}
