// All kinds of entries in the audit log, with what their details contain. Clients, exports and the reference
// use these names, so their meanings must never change.

export const auditKinds = {
  // Logging in
  log_in:
    'Somebody logged in; `door`: page, fetch_api_key, mail, jwt, directory, provider, mobile_flow, desktop_flow, desktop_app, joining, founding or demo, and `provider`.',
  log_in_failed:
    'Somebody tried to log in as an account, or to confirm its password, and failed; `door`: page, fetch_api_key or settings.',
  logged_out_everywhere: 'Somebody ended their other sessions, or all of them.',
  session_ended: 'Somebody ended one of their sessions.',
  provider_bound:
    'A provider or directory was bound to an account, which it logs in from now on: `provider`.',
  // Accounts
  user_created: 'A person got an account: `email`, `role`.',
  user_renamed: 'An account got another name: `old`, `new`.',
  profile_changed: 'An administrator changed what stands in the profile of an account: `names` of fields.',
  user_settings_changed: 'An administrator changed personal settings of an account: `names`.',
  user_deactivated: 'An account was deactivated.',
  user_reactivated: 'An account was made active again.',
  profile_erased: 'Name and picture of a deactivated account were taken away.',
  user_erased:
    'A person was erased for good: whether `messages` and `files` of theirs are deleted or stay without the name.',
  messages_erased: 'The messages of a deactivated account are deleted; `of` says which.',
  role_changed: 'An account got another role: `old`, `new`.',
  email_changed: 'An account got another address: `old`, `new`.',
  email_confirmed: 'The address of an account counts as confirmed: `email`; `by`: mail or administrator.',
  password_changed: 'An account got another password; `by`: settings, mail or command.',
  password_link_made: 'A command made a link by which somebody sets the password of an account.',
  api_key_changed: 'An account got another API key.',
  api_key_shown: 'Somebody, or a command, looked up the API key of a bot or an account.',
  second_factor_on: 'A second factor is asked for when somebody logs in with the password of an account.',
  second_factor_off: 'No second factor is asked for any longer.',
  authenticator_removed: 'An authenticator is no second factor of an account any longer; a passkey is.',
  passkey_added: 'A passkey was added to an account: `name`.',
  passkey_removed: 'A passkey of an account was removed: `name`.',
  recovery_codes_made: 'An account got new recovery codes.',
  permissions_granted: 'An account was given permissions of its own: `names`.',
  permissions_revoked: 'An account lost permissions of its own: `names`.',
  // Bots
  bot_created: 'A bot was made: `name`, `bot_type`.',
  bot_service_changed: 'What a bot is connected to changed.',
  bot_owner_changed: 'A bot got another owner: `old_user_id`, `new_user_id`.',
  // Invitations
  invitation_sent: 'Addresses were invited: `emails`, `role`.',
  invitation_resent: 'An invitation was sent once more: `email`.',
  invitation_revoked: 'An invitation was taken back: `email`.',
  invitation_link_created: 'A link to join was made: `role`.',
  invitation_link_revoked: 'A link to join was taken back: `role`.',
  // The organization
  organization_created: 'The organization was founded: `name`.',
  organization_imported: 'The organization was imported: `name`, and the `format` of the archive.',
  organization_deactivated: 'The organization was closed.',
  organization_reactivated: 'The organization was opened again.',
  organization_setting_changed: 'A setting changed: `property`, and `old` and `new` or their like for ids.',
  default_setting_changed: 'A setting that new accounts start with changed: `property`, `old`, `new`.',
  quota_changed: 'The quota of what people create changed: `property`, `old`, `new`.',
  organization_picture_changed:
    'The icon or a logo changed: `picture`, and whether an uploaded or the generated one is `shown`.',
  export_started: 'An export of data was begun: `export_type`.',
  export_written: 'A command wrote an export of data to a file: `export_type`.',
  export_deleted: 'An export of data was deleted.',
  // Channels
  channel_created: 'A channel was made: `name`, `privacy`.',
  channel_changed: 'A channel changed: `property`, and `old` and `new` or their like for ids.',
  channel_archived: 'A channel was archived.',
  channel_unarchived: 'An archived channel was opened again.',
  subscribers_added:
    'People were put into channels by somebody else than themselves or the owner of a bot: `user_ids`, `stream_ids`.',
  subscribers_removed:
    'People were taken out of channels by somebody else than themselves or the owner of a bot: `user_ids`, `stream_ids`.',
  default_channel_added: 'A channel became one that new people start in.',
  default_channel_removed: 'A channel is no longer one that new people start in.',
  default_group_added: 'A group of channels that people choose when they join was made: `name`.',
  default_group_changed: 'A group of channels that people choose when they join changed: `old_name`, `name`.',
  default_group_removed: 'A group of channels that people choose when they join was removed: `name`.',
  // Messages
  message_deleted:
    'A message of somebody else was deleted, or several within a minute: the first `message_ids`; `count` says how many.',
  topic_deleted: 'A topic was deleted, with so many `messages`; `name` where the channel is public.',
  // Groups
  group_created: 'A group was made: `name`, `user_ids`.',
  group_changed: 'A group changed: `property`, and `old` and `new` or their like for ids.',
  group_deactivated: 'A group was deactivated.',
  group_reactivated: 'A group was made active again.',
  group_members_added: 'People were put into a group: `user_ids`.',
  group_members_removed: 'People were taken out of a group: `user_ids`.',
  group_subgroups_added: 'Groups were put into a group: `group_ids`.',
  group_subgroups_removed: 'Groups were taken out of a group: `group_ids`.',
  // Settings of the whole organization
  linkifier_added: 'A linkifier was added: `name`, `new`.',
  linkifier_changed:
    'A linkifier changed: `old_name`, `name`, and the address before and after as `old` and `new`.',
  linkifier_removed: 'A linkifier was removed: `name`.',
  emoji_added: 'A custom emoji was added: `name`.',
  emoji_removed: 'A custom emoji was removed: `name`.',
  domain_added: 'A domain whose addresses may join was added: `name`, `allow_subdomains`.',
  domain_changed: 'A domain whose addresses may join changed: `name`, `allow_subdomains`.',
  domain_removed: 'A domain whose addresses may join was removed: `name`.',
  profile_field_added: 'A field of profiles was added: `name`.',
  profile_field_changed: 'A field of profiles changed: `old_name`, `name`.',
  profile_field_removed: 'A field of profiles was removed: `name`.',
  playground_added: 'A place to run code was added: `name`.',
  playground_removed: 'A place to run code was removed: `name`.',
} as const satisfies Readonly<Record<string, string>>;

export type AuditKind = keyof typeof auditKinds;

export const auditKindNames = Object.keys(auditKinds) as AuditKind[];
