// The data and checks of the pages for joining: who may join by a link or key and how, and the forms for that.
// `actions/joining` decides who may join, and what people without an account must not learn.

import {
  type Admission,
  admissionOf,
  type JoiningMethod,
  providerAdmission,
  usableLink,
} from '../../actions/joining/admission.ts';
import type { Services } from '../../api/services.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { InvitationLinkRow } from '../../model/invitations/invitation.ts';
import {
  availableMethods,
  enabledProviders,
  isMethodEnabled,
} from '../../model/organizations/authentication-methods.ts';
import { renderDescription } from '../../queries/rendering/render-description.ts';
import { readDefaultGroups } from '../../stores/default-channel-groups/default-channel-group-store.ts';
import { Html } from '../http/html-template.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { AccountForm, JoinedOrganization, JoiningMethods } from './joining-html.ts';
import type { NewAccounts } from './new-accounts.ts';
import { type PageTexts, pageTexts } from './page-texts.ts';

/** The admission that a link gives a person, and the methods by which they may join. */
export interface KeyAdmission {
  readonly admission: Admission;
  readonly methods: JoiningMethods;
}

/** How people on a page would join. If nothing is enabled, as with a password, which is then rejected. */
export function joiningBy({ allowsPasswords, providers }: JoiningMethods): JoiningMethod {
  return !allowsPasswords && providers.length > 0 ? 'provider' : 'password';
}

/** Reads what the pages show. A `key` is that of an invitation link or of a mailed link. */
export class JoiningForms {
  readonly #services: Services;
  readonly #accounts: NewAccounts;

  constructor(services: Services, accounts: NewAccounts) {
    this.#services = services;
    this.#accounts = accounts;
  }

  /** The invitation link of a key; undefined if the person cannot join by it now. */
  openLink(
    hub: OrganizationHub,
    key: string,
    methods: JoiningMethods,
  ): Promise<InvitationLinkRow | undefined> {
    const usedKey = { key, by: joiningBy(methods), sendsMail: this.#services.sendsMail };
    return usableLink(hub.reader, hub.state.organization, usedKey, nowSeconds());
  }

  /** The form for people with an invitation link. */
  async linkForm(
    hub: OrganizationHub,
    request: HttpRequest,
    link: InvitationLinkRow,
    methods: JoiningMethods,
  ): Promise<AccountForm> {
    const groups = link.includes_default_channels === 1 ? await readDefaultGroups(hub.reader) : [];
    const organization = await this.organizationOf(hub, request);
    return {
      organization,
      key: '',
      email: '',
      isEmailTyped: true,
      note: pageTexts(request, hub).t('page.join.noMailToConfirm'),
      fullName: '',
      groups,
      chosenGroupIds: [],
      methods,
    };
  }

  /** What forms show of the organization that a person joins. */
  async organizationOf(hub: OrganizationHub, request: HttpRequest): Promise<JoinedOrganization> {
    const { name, settings } = hub.state.organization;
    const organizationUrl = this.#accounts.url(hub, request);
    const context = { state: hub.state, reader: hub.reader, organizationUrl };
    return { name, description: new Html(await renderDescription(context, settings.description, undefined)) };
  }

  /** The form behind a mailed link, for a name and a password. */
  async accountForm(
    hub: OrganizationHub,
    request: HttpRequest,
    key: string,
    { admission, methods }: KeyAdmission,
  ): Promise<AccountForm> {
    const { email, terms } = admission;
    const groups = terms.includesDefaultChannels ? await readDefaultGroups(hub.reader) : [];
    const organization = await this.organizationOf(hub, request);
    const note = admission.isEmailConfirmed ? undefined : this.#unconfirmedNote(pageTexts(request, hub));
    return {
      organization,
      key,
      email,
      isEmailTyped: false,
      note,
      fullName: '',
      groups,
      chosenGroupIds: [],
      methods,
    };
  }

  #unconfirmedNote({ t }: PageTexts): string {
    return t(this.#services.sendsMail ? 'page.join.confirmLater' : 'page.join.noMailToConfirm');
  }

  /** The methods to join now. Providers that create no accounts are left out. */
  methods(hub: OrganizationHub, linkKey = ''): JoiningMethods {
    const { organization } = hub.state;
    const { authentication_methods: methods } = organization.settings;
    return {
      allowsPasswords: isMethodEnabled(methods, availableMethods(organization), 'Email'),
      providers: enabledProviders(this.#services.signIn, organization).filter(({ signUp }) => signUp),
      linkKey,
    };
  }

  /** What a mailed key admits to, and how. Offers providers only if a provider's admission would succeed as well. */
  async admissionOf(hub: OrganizationHub, key: string): Promise<KeyAdmission | undefined> {
    const { reader, state } = hub;
    const methods = this.methods(hub);
    const now = nowSeconds();
    const admission = await admissionOf(reader, state.organization, { key, by: joiningBy(methods) }, now);
    if (!admission) return undefined;
    const verifiedAddress = { email: admission.email, linkKey: '' };
    const isByProvider =
      (await providerAdmission(reader, state.organization, verifiedAddress, now)) !== undefined;
    const offeredMethods = isByProvider ? methods : { ...methods, providers: [] };
    return offeredMethods.allowsPasswords || offeredMethods.providers.length > 0
      ? { admission, methods: offeredMethods }
      : undefined;
  }
}
