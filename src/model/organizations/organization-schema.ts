// The schema of an organization as clients receive it: the `realm` section of `POST /register`.

import {
  anyText,
  boolean,
  type Codec,
  id,
  integer,
  list,
  mapOf,
  nonNegativeInteger,
  nullable,
  optional,
  record,
} from '../../api-contract/codec.ts';
import { type GroupSettingValue, groupSettingValue } from '../../api-contract/group-setting.ts';
import type { GroupSetting, ValueSetting } from './organization-setting.ts';
import { jitsiServerUrl, retentionDays, timeLimit } from './organization-setting-codecs.ts';
import {
  isOrganizationSetting,
  type OrganizationSettings,
  organizationSettings,
} from './organization-settings.ts';

type Table = typeof organizationSettings;

/** Settings that the section contains as they are stored. The others are computed. */
type PlainName = {
  [K in keyof Table]: Table[K] extends ValueSetting<infer _T> & { readonly snapshot: 'computed' } ? never : K;
}[keyof Table];

type SettingValues = {
  readonly [K in PlainName]: Codec<
    Table[K] extends GroupSetting ? GroupSettingValue : OrganizationSettings[K]
  >;
};
type SettingFields = { readonly [K in PlainName as `realm_${K}`]: SettingValues[K] };

/** Codecs of settings whose stored form differs from the one that clients send. */
const storedForms = new Map<Codec<unknown>, Codec<unknown>>([
  [timeLimit, nullable(integer())],
  [retentionDays, integer()],
  [jitsiServerUrl, nullable(anyText)],
]);

function schemaOf(name: keyof Table): Codec<unknown> | undefined {
  const declaration = organizationSettings[name];
  if (declaration.kind === 'group') return groupSettingValue;
  if (declaration.kind === 'channel') return integer();
  const { codec, snapshot } = declaration;
  return snapshot === 'plain' ? (storedForms.get(codec) ?? codec) : undefined;
}

const settingValues = Object.fromEntries(
  Object.keys(organizationSettings)
    .filter(isOrganizationSetting)
    .flatMap((name) => {
      const schema = schemaOf(name);
      return schema ? [[name, schema]] : [];
    }),
) as SettingValues;

const settingFields = Object.fromEntries(
  Object.entries(settingValues).map(([name, schema]) => [`realm_${name}`, schema]),
) as SettingFields;

const nameAndId = record({ name: anyText, id });

const permissionKinds = mapOf(
  record({
    require_system_group: boolean,
    allow_internet_group: boolean,
    allow_nobody_group: boolean,
    allow_everyone_group: boolean,
    default_group_name: anyText,
    default_for_system_groups: nullable(anyText),
    allowed_system_groups: list(anyText),
  }),
);

/** Fields that are the same for every organization of the server. */
const serverFields = {
  max_stream_name_length: nonNegativeInteger,
  max_stream_description_length: nonNegativeInteger,
  max_channel_folder_name_length: nonNegativeInteger,
  max_channel_folder_description_length: nonNegativeInteger,
  max_topic_length: nonNegativeInteger,
  max_message_length: nonNegativeInteger,
  max_bulk_new_subscription_messages: nonNegativeInteger,
  max_reminder_note_length: nonNegativeInteger,
  max_file_upload_size_mib: nonNegativeInteger,
  max_avatar_file_size_mib: nonNegativeInteger,
  max_icon_file_size_mib: nonNegativeInteger,
  max_logo_file_size_mib: nonNegativeInteger,
  password_min_length: nonNegativeInteger,
  password_max_length: nonNegativeInteger,
  password_min_guesses: nonNegativeInteger,
  event_queue_longpoll_timeout_seconds: nonNegativeInteger,
  server_presence_ping_interval_seconds: nonNegativeInteger,
  server_presence_offline_threshold_seconds: nonNegativeInteger,
  server_typing_started_expiry_period_milliseconds: nonNegativeInteger,
  server_typing_stopped_wait_period_milliseconds: nonNegativeInteger,
  server_typing_started_wait_period_milliseconds: nonNegativeInteger,
  server_min_deactivated_realm_deletion_days: nullable(nonNegativeInteger),
  server_max_deactivated_realm_deletion_days: nullable(nonNegativeInteger),
  server_web_public_streams_enabled: boolean,
  server_can_summarize_topics: boolean,
  server_inline_image_preview: boolean,
  server_inline_url_embed_preview: boolean,
  server_thumbnail_formats: list(
    record({
      name: anyText,
      max_width: nonNegativeInteger,
      max_height: nonNegativeInteger,
      format: anyText,
      animated: boolean,
    }),
  ),
  server_name_changes_disabled: boolean,
  server_avatar_changes_disabled: boolean,
  server_needs_upgrade: boolean,
  server_report_message_types: list(record({ key: anyText, name: anyText })),
  server_supported_permission_settings: record({
    realm: permissionKinds,
    stream: permissionKinds,
    group: permissionKinds,
  }),
  server_jitsi_server_url: nullable(anyText),
  server_generation: nonNegativeInteger,
  server_emoji_data_url: anyText,
  development_environment: boolean,
  server_sends_email: boolean,
  settings_send_digest_emails: boolean,
  zulip_plan_is_not_limited: boolean,
  upgrade_text_for_wide_organization_logo: anyText,
  gif_rating_policy_options: mapOf(nameAndId),
  realm_default_external_accounts: mapOf(
    record({ name: anyText, text: anyText, hint: anyText, url_pattern: anyText }),
  ),
};

const authenticationMethodsSchema = mapOf(
  record({ enabled: boolean, available: boolean, unavailable_reason: optional(anyText) }),
);

/** The settings that clients see, and the name, by the names that events use. */
export const changeableSettingFields = {
  ...settingValues,
  name: anyText,
  authentication_methods: authenticationMethodsSchema,
  push_notifications_enabled: boolean,
};

/** The keys of the `realm` section of `POST /register`. */
export const realmSchemaFields = {
  ...serverFields,
  ...settingFields,
  realm_create_public_stream_policy: nonNegativeInteger,
  realm_create_private_stream_policy: nonNegativeInteger,
  realm_create_web_public_stream_policy: nonNegativeInteger,
  realm_wildcard_mention_policy: nonNegativeInteger,
  realm_name: anyText,
  realm_url: anyText,
  realm_uri: anyText,
  realm_uuid: anyText,
  realm_date_created: nonNegativeInteger,
  realm_bot_domain: anyText,
  realm_icon_url: anyText,
  realm_logo_url: anyText,
  realm_night_logo_url: anyText,
  realm_authentication_methods: authenticationMethodsSchema,
  realm_email_auth_enabled: boolean,
  realm_password_auth_enabled: boolean,
  realm_push_notifications_enabled: boolean,
  realm_empty_topic_display_name: anyText,
  realm_mandatory_topics: boolean,
  realm_allow_edit_history: boolean,
  jitsi_server_url: nullable(anyText),
  realm_available_video_chat_providers: mapOf(nameAndId),
};
