// The wire form of an organization: the `realm` section of `POST /register`.

import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import type { VideoCalls } from '../calls/video-calls.ts';
import { wirePermission } from '../groups/wire-permission.ts';
import {
  type AvailableMethods,
  allowsPasswords,
  isMethodEnabled,
  wireMethods,
} from './authentication-methods.ts';
import { deprecatedPolicies } from './deprecated-policies.ts';
import type { Organization } from './organization.ts';
import type { OrganizationSetting } from './organization-setting.ts';
import {
  isOrganizationSetting,
  type OrganizationSettings,
  organizationSettings,
} from './organization-settings.ts';
import { iconUrl, logoUrl } from './picture-urls.ts';
import { serverConstants } from './server-constants.ts';

/** Data that the section contains in addition to the organization's row. */
export interface RealmContext {
  /** The organization's URL, without a trailing slash. */
  readonly url: string;
  /** The domain of bots' addresses. */
  readonly botDomain: string;
  readonly availableMethods: AvailableMethods;
  /** The call providers that the server is configured for. */
  readonly videoCalls: Pick<VideoCalls, 'available' | 'jitsiServer'>;
  readonly isDevelopment: boolean;
  /** Whether the server sends mail. */
  readonly sendsMail: boolean;
  /** The maximum size of an uploaded file. */
  readonly fileMegabytes: number;
  /** The storage quota of the organization; null for no limit. */
  readonly quotaMegabytes: number | null;
  /** When this process started, in seconds since 1970. */
  readonly startedAt: number;
  /** The display name of the empty topic. */
  readonly emptyTopicName: string;
  readonly isActive: (accountId: number) => boolean;
}

/** The value of a setting in its wire form. */
function wireSetting<K extends keyof OrganizationSettings>(
  name: K,
  organization: Organization,
  context: Pick<RealmContext, 'availableMethods' | 'isActive'>,
): unknown {
  const value = organization.settings[name];
  if (name === 'authentication_methods') {
    return wireMethods(organization.settings.authentication_methods, context.availableMethods);
  }
  const declaration: OrganizationSetting = organizationSettings[name];
  if (declaration.kind !== 'group') return value;
  const nobody = organization.systemGroupIds['role:nobody'];
  return wirePermission(value as GroupSettingValue, context.isActive, nobody);
}

function isPlain(declaration: OrganizationSetting): boolean {
  return declaration.kind !== 'value' || declaration.snapshot === 'plain';
}

function plainSettings(organization: Organization, context: RealmContext): Record<string, unknown> {
  const names = Object.keys(organizationSettings).filter(isOrganizationSetting);
  const plain = names.filter((name) => isPlain(organizationSettings[name]));
  return Object.fromEntries(plain.map((name) => [`realm_${name}`, wireSetting(name, organization, context)]));
}

/** The keys that `POST /register` returns if `realm` is fetched. */
export function realmSection(organization: Organization, context: RealmContext): Record<string, unknown> {
  const { settings } = organization;
  const isEmailOn = isMethodEnabled(settings.authentication_methods, context.availableMethods, 'Email');
  return {
    ...serverConstants,
    max_file_upload_size_mib: context.fileMegabytes,
    ...plainSettings(organization, context),
    ...deprecatedPolicies(settings, organization.systemGroupIds),
    realm_upload_quota_mib: context.quotaMegabytes,
    realm_name: organization.name,
    realm_url: context.url,
    realm_uri: context.url,
    realm_uuid: organization.uuid,
    realm_date_created: organization.createdAt,
    realm_bot_domain: context.botDomain,
    realm_icon_url: iconUrl(organization),
    realm_logo_url: logoUrl(organization, 'light'),
    realm_night_logo_url: logoUrl(organization, 'dark'),
    realm_authentication_methods: wireSetting('authentication_methods', organization, context),
    realm_email_auth_enabled: isEmailOn,
    realm_password_auth_enabled: allowsPasswords(settings.authentication_methods, context.availableMethods),
    realm_push_notifications_enabled: settings.push_notifications_enabled,
    realm_empty_topic_display_name: context.emptyTopicName,
    realm_mandatory_topics: settings.topics_policy === 'disable_empty_topic',
    realm_allow_edit_history: settings.message_edit_history_visibility_policy !== 'none',
    jitsi_server_url: settings.jitsi_server_url ?? context.videoCalls.jitsiServer,
    server_jitsi_server_url: context.videoCalls.jitsiServer,
    realm_available_video_chat_providers: context.videoCalls.available,
    development_environment: context.isDevelopment,
    server_sends_email: context.sendsMail,
    server_generation: context.startedAt,
    server_emoji_data_url: `${context.url}/static/emoji-data.json`,
  };
}
