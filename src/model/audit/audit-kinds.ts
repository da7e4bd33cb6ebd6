// All kinds of entries in the audit log, with what their details contain. Clients, exports and the reference
// use these names, so their meanings must never change.

export const auditKinds = {
  // Logging in
  log_in:
    'An account logged in; `door`: page, fetch_api_key, mail, jwt, directory, provider, mobile_flow, desktop_flow, desktop_app, joining, founding or demo, and `provider`.',
  log_in_failed:
    'A login to an account, or a confirmation of its password, failed; `door`: page, fetch_api_key or settings.',
  logged_out_everywhere: 'An account ended its other sessions, or all of them.',
  session_ended: 'An account ended one of its sessions.',
  provider_bound: 'An identity provider or directory was linked to an account for login: `provider`.',
  // Accounts
  user_created: 'An account was created: `email`, `role`.',
  user_renamed: 'The name of an account was changed: `old`, `new`.',
  profile_changed: 'An administrator changed profile fields of an account: `names`.',
  user_settings_changed: 'An administrator changed personal settings of an account: `names`.',
  user_deactivated: 'An account was deactivated.',
  user_reactivated: 'An account was reactivated.',
  profile_erased: 'The name and picture of a deactivated account were removed.',
  user_erased:
    'An account was erased permanently; `messages` and `files` say whether its content is deleted or stays without the name.',
  messages_erased: 'Messages of a deactivated account are deleted; `of` says which.',
  role_changed: 'The role of an account was changed: `old`, `new`.',
  email_changed: 'The email address of an account was changed: `old`, `new`.',
  email_confirmed: 'The email address of an account was confirmed: `email`; `by`: mail or administrator.',
  password_changed: 'The password of an account was changed; `by`: settings, mail or command.',
  password_link_made: 'A command created a link to set the password of an account.',
  api_key_changed: 'The API key of an account was replaced.',
  api_key_shown: 'The API key of a bot or an account was viewed, in a client or by a command.',
  second_factor_on: 'Two-factor authentication was turned on for an account.',
  second_factor_off: 'Two-factor authentication was turned off for an account.',
  authenticator_removed: 'The authenticator of an account was removed; a passkey remains.',
  passkey_added: 'A passkey was added to an account: `name`.',
  passkey_removed: 'A passkey was removed from an account: `name`.',
  recovery_codes_made: 'New recovery codes were created for an account.',
  permissions_granted: 'Individual permissions were granted to an account: `names`.',
  permissions_revoked: 'Individual permissions of an account were revoked: `names`.',
  // Bots
  bot_created: 'A bot was created: `name`, `bot_type`.',
  bot_service_changed: 'The service of a bot was changed.',
  bot_owner_changed: 'The owner of a bot was changed: `old_user_id`, `new_user_id`.',
  // Invitations
  invitation_sent: 'Invitations were sent: `emails`, `role`.',
  invitation_resent: 'An invitation was sent again: `email`.',
  invitation_revoked: 'An invitation was revoked: `email`.',
  invitation_link_created: 'An invitation link was created: `role`.',
  invitation_link_revoked: 'An invitation link was revoked: `role`.',
  // The organization
  organization_created: 'The organization was created: `name`.',
  organization_imported: 'The organization was imported: `name`, and the `format` of the archive.',
  organization_deactivated: 'The organization was deactivated.',
  organization_reactivated: 'The organization was reactivated.',
  organization_setting_changed:
    'A setting was changed: `property`, and `old` and `new` or the equivalent for IDs.',
  default_setting_changed: 'A default setting for new accounts was changed: `property`, `old`, `new`.',
  gif_key_changed: 'The key for the provider of GIFs was set or replaced: `provider`.',
  quota_changed: 'A quota was changed: `property`, `old`, `new`.',
  organization_picture_changed:
    'The icon or a logo was changed: `picture`; `shown` says whether it is uploaded or generated.',
  export_started: 'A data export was started: `export_type`.',
  export_written: 'A command wrote a data export to a file: `export_type`.',
  export_deleted: 'A data export was deleted.',
  // Channels
  channel_created: 'A channel was created: `name`, `privacy`.',
  channel_changed: 'A channel was changed: `property`, and `old` and `new` or the equivalent for IDs.',
  channel_archived: 'A channel was archived.',
  channel_unarchived: 'An archived channel was unarchived.',
  subscribers_added:
    'An account subscribed others, except its own bots, to channels: `user_ids`, `stream_ids`.',
  subscribers_removed:
    'An account unsubscribed others, except its own bots, from channels: `user_ids`, `stream_ids`.',
  default_channel_added: 'A default channel was added.',
  default_channel_removed: 'A default channel was removed.',
  default_group_added: 'A default channel group was created: `name`.',
  default_group_changed: 'A default channel group was changed: `old_name`, `name`.',
  default_group_removed: 'A default channel group was removed: `name`.',
  // Messages
  message_deleted:
    'Messages of another account were deleted, within a minute: the first `message_ids`, and their `count`.',
  topic_deleted: 'A topic was deleted: its number of `messages`, and its `name` if the channel is public.',
  // Calls
  call_ended: 'A call that another account had started was ended for everyone.',
  call_participant_removed: 'Someone was removed from a call.',
  // Groups
  group_created: 'A group was created: `name`, `user_ids`.',
  group_changed: 'A group was changed: `property`, and `old` and `new` or the equivalent for IDs.',
  group_deactivated: 'A group was deactivated.',
  group_reactivated: 'A group was reactivated.',
  group_members_added: 'People were added to a group: `user_ids`.',
  group_members_removed: 'People were removed from a group: `user_ids`.',
  group_subgroups_added: 'Subgroups were added to a group: `group_ids`.',
  group_subgroups_removed: 'Subgroups were removed from a group: `group_ids`.',
  // Settings of the whole organization
  linkifier_added: 'A linkifier was added: `name`, `new`.',
  linkifier_changed:
    'A linkifier was changed: `old_name`, `name`, and the URL before and after as `old` and `new`.',
  linkifier_removed: 'A linkifier was removed: `name`.',
  emoji_added: 'A custom emoji was added: `name`.',
  emoji_removed: 'A custom emoji was removed: `name`.',
  domain_added: 'An allowed email domain was added: `name`, `allow_subdomains`.',
  domain_changed: 'An allowed email domain was changed: `name`, `allow_subdomains`.',
  domain_removed: 'An allowed email domain was removed: `name`.',
  profile_field_added: 'A profile field was added: `name`.',
  profile_field_changed: 'A profile field was changed: `old_name`, `name`.',
  profile_field_removed: 'A profile field was removed: `name`.',
  playground_added: 'A code playground was added: `name`.',
  playground_removed: 'A code playground was removed: `name`.',
} as const satisfies Readonly<Record<string, string>>;

export type AuditKind = keyof typeof auditKinds;

export const auditKindNames = Object.keys(auditKinds) as AuditKind[];
