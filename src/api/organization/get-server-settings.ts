// GET /server_settings: returns the settings that a client needs before login.

import { anyText, boolean, integer, list, mapOf, nullable, record } from '../../api-contract/codec.ts';
import { API_VERSION, FEATURE_LEVEL } from '../../api-contract/feature-level.ts';
import {
  availableMethods,
  enabledProviders,
  isMethodEnabled,
  legacyMethods,
} from '../../model/organizations/authentication-methods.ts';
import { isTooOld } from '../../model/organizations/old-client.ts';
import { iconUrl } from '../../model/organizations/picture-urls.ts';
import { wireProvider } from '../../model/sign-in/wire-provider.ts';
import { allowsAnonymousViewers } from '../../queries/organizations/anonymous-access.ts';
import { causedBy, renderForOrganization } from '../../queries/rendering/rendering.ts';
import { isSecondFactorInUse } from '../../stores/second-factor/second-factor-store.ts';
import { type PublicContext, publicOperation } from '../operation.ts';

/** A button of the login page that leads to another site. */
const loginProvider = record({
  name: anyText,
  display_name: anyText,
  display_icon: nullable(anyText),
  login_url: anyText,
  signup_url: anyText,
});

/** The server's login page, for apps that have a password field but none for a code. */
const loginPage = {
  name: 'log_in_page',
  display_name: 'password and code',
  display_icon: null,
  login_url: '/login/',
  signup_url: '/register/',
};

/** Whether passwords are enabled and some accounts need a second factor. */
async function needsLoginPage({ state, services, reader }: PublicContext): Promise<boolean> {
  const { organization } = state;
  const { authentication_methods: methods, second_factor_required_for: requiredFor } = organization.settings;
  const offered = availableMethods(organization, services.signIn);
  const takesPasswords =
    isMethodEnabled(methods, offered, 'Email') || isMethodEnabled(methods, offered, 'LDAP');
  return takesPasswords && (requiredFor !== 'nobody' || (await isSecondFactorInUse(reader)));
}

export const getServerSettings = publicOperation({
  name: 'get-server-settings',
  method: 'GET',
  path: '/server_settings',
  summary: 'Get the settings of the server and organization that clients need before login.',
  access: 'anyone',
  parameters: {},
  result: {
    authentication_methods: mapOf(boolean),
    external_authentication_methods: list(loginProvider),
    zulip_feature_level: integer(),
    zulip_version: anyText,
    zulip_merge_base: anyText,
    push_notifications_enabled: boolean,
    is_incompatible: boolean,
    email_auth_enabled: boolean,
    require_email_format_usernames: boolean,
    realm_uri: anyText,
    realm_url: anyText,
    realm_name: anyText,
    realm_icon: anyText,
    realm_description: anyText,
    realm_web_public_access_enabled: boolean,
  },
  async handle(context) {
    const { state, services, organizationUrl } = context;
    const { organization } = state;
    const { settings } = organization;
    const offered = availableMethods(organization, services.signIn);
    const description = await renderForOrganization(context, settings.description, causedBy(undefined));
    return {
      authentication_methods: legacyMethods(settings.authentication_methods, offered),
      external_authentication_methods: [
        ...enabledProviders(services.signIn, organization).map(wireProvider),
        ...((await needsLoginPage(context)) ? [loginPage] : []),
      ],
      zulip_feature_level: FEATURE_LEVEL,
      zulip_version: API_VERSION,
      zulip_merge_base: API_VERSION,
      push_notifications_enabled: services.push !== undefined,
      is_incompatible: isTooOld(context.source.userAgent ?? ''),
      email_auth_enabled: isMethodEnabled(settings.authentication_methods, offered, 'Email'),
      require_email_format_usernames: !isMethodEnabled(settings.authentication_methods, offered, 'LDAP'),
      realm_uri: organizationUrl,
      realm_url: organizationUrl,
      realm_name: organization.name,
      realm_icon: iconUrl(organization),
      realm_description: description.html,
      realm_web_public_access_enabled: allowsAnonymousViewers(state),
    };
  },
});
