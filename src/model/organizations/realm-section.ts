// An organization as clients read it: the `realm` section of POST /register.

import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import type { VideoCalls } from '../calls/video-calls.ts';
import { wirePermission } from '../groups/wire-permission.ts';
import { isMethodOn, type OfferedMethods, takesPasswords, wireMethods } from './authentication-methods.ts';
import { deprecatedPolicies } from './deprecated-policies.ts';
import type { Organization } from './organization.ts';
import { iconUrl, logoUrl } from './pictures.ts';
import { serverConstants } from './server-constants.ts';
import type { OrganizationSetting } from './setting.ts';
import { isOrganizationSetting, type OrganizationSettings, organizationSettings } from './settings.ts';

/** What the section says beyond the organization's own row. */
export interface Surroundings {
  /** The organization's address, without a slash at its end. */
  readonly url: string;
  /** The domain of addresses that bots get. */
  readonly botDomain: string;
  readonly offered: OfferedMethods;
  /** The places for calls that the server is configured for. */
  readonly videoCalls: Pick<VideoCalls, 'offered' | 'jitsiServer'>;
  readonly isDevelopment: boolean;
  /** Whether mail leaves the server. */
  readonly sendsMail: boolean;
  /** The largest file that is taken. */
  readonly fileMegabytes: number;
  /** What the organization may keep; null: as much as it likes. */
  readonly quotaMegabytes: number | null;
  /** When this process began, in seconds since 1970. */
  readonly startedAt: number;
  /** How the empty topic reads. */
  readonly emptyTopicName: string;
  readonly isActive: (accountId: number) => boolean;
}

/** The value of a setting as clients read it. */
function wireSetting<K extends keyof OrganizationSettings>(
  name: K,
  organization: Organization,
  surroundings: Pick<Surroundings, 'offered' | 'isActive'>,
): unknown {
  const value = organization.settings[name];
  if (name === 'authentication_methods') {
    return wireMethods(organization.settings.authentication_methods, surroundings.offered);
  }
  const declaration: OrganizationSetting = organizationSettings[name];
  if (declaration.kind !== 'group') return value;
  const nobody = organization.systemGroupIds['role:nobody'];
  return wirePermission(value as GroupSettingValue, surroundings.isActive, nobody);
}

function isPlain(declaration: OrganizationSetting): boolean {
  return declaration.kind !== 'value' || declaration.snapshot === 'plain';
}

function plainSettings(organization: Organization, surroundings: Surroundings): Record<string, unknown> {
  const names = Object.keys(organizationSettings).filter(isOrganizationSetting);
  const shown = names.filter((name) => isPlain(organizationSettings[name]));
  return Object.fromEntries(
    shown.map((name) => [`realm_${name}`, wireSetting(name, organization, surroundings)]),
  );
}

/** The keys that register sends when `realm` is fetched. */
export function realmSection(
  organization: Organization,
  surroundings: Surroundings,
): Record<string, unknown> {
  const { settings } = organization;
  const isEmailOn = isMethodOn(settings.authentication_methods, surroundings.offered, 'Email');
  return {
    ...serverConstants,
    max_file_upload_size_mib: surroundings.fileMegabytes,
    ...plainSettings(organization, surroundings),
    ...deprecatedPolicies(settings, organization.systemGroupIds),
    realm_upload_quota_mib: surroundings.quotaMegabytes,
    realm_name: organization.name,
    realm_url: surroundings.url,
    realm_uri: surroundings.url,
    realm_uuid: organization.uuid,
    realm_date_created: organization.createdAt,
    realm_bot_domain: surroundings.botDomain,
    realm_icon_url: iconUrl(organization),
    realm_logo_url: logoUrl(organization, 'light'),
    realm_night_logo_url: logoUrl(organization, 'dark'),
    realm_authentication_methods: wireSetting('authentication_methods', organization, surroundings),
    realm_email_auth_enabled: isEmailOn,
    realm_password_auth_enabled: takesPasswords(settings.authentication_methods, surroundings.offered),
    realm_push_notifications_enabled: settings.push_notifications_enabled,
    realm_empty_topic_display_name: surroundings.emptyTopicName,
    realm_mandatory_topics: settings.topics_policy === 'disable_empty_topic',
    realm_allow_edit_history: settings.message_edit_history_visibility_policy !== 'none',
    jitsi_server_url: settings.jitsi_server_url ?? surroundings.videoCalls.jitsiServer,
    server_jitsi_server_url: surroundings.videoCalls.jitsiServer,
    realm_available_video_chat_providers: surroundings.videoCalls.offered,
    development_environment: surroundings.isDevelopment,
    server_sends_email: surroundings.sendsMail,
    server_generation: surroundings.startedAt,
    server_emoji_data_url: `${surroundings.url}/static/emoji-data.json`,
  };
}
