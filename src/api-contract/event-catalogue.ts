// Every type of event that a queue delivers, for the reference and the typed client. Tests fail for events
// that are missing here, because they compare every answer with its declaration.

export interface EventDescription {
  /** The values of `op`; undefined for types without one. */
  readonly ops?: readonly string[];
  /** What happened, for readers of the API reference. */
  readonly meaning: string;
}

export const eventCatalogue = {
  alert_words: { meaning: 'The words that alert you changed; all of them as they are now.' },
  attachment: {
    ops: ['add', 'update', 'remove'],
    meaning: 'One of your uploaded files came, changed or went.',
  },
  channel_folder: { ops: ['add', 'update', 'reorder'], meaning: 'A folder of channels was made or changed.' },
  custom_profile_fields: { meaning: 'The fields that profiles have changed; all of them as they are now.' },
  default_stream_groups: { meaning: 'The groups of default channels changed; all of them as they are now.' },
  default_streams: {
    meaning: 'The channels that new accounts start in changed; all of them as they are now.',
  },
  delete_message: { meaning: 'Messages were deleted, or you can no longer see them.' },
  device: { ops: ['add', 'update', 'remove'], meaning: 'A device of yours that gets notifications changed.' },
  drafts: {
    ops: ['add', 'update', 'remove'],
    meaning: 'One of your drafts was kept, changed or thrown away.',
  },
  has_vendor_token: { meaning: 'Whether you gave access to the meeting provider that this server uses.' },
  has_webex_token: { meaning: 'Whether you gave access to Webex.' },
  has_zoom_token: { meaning: 'Whether you gave access to Zoom.' },
  heartbeat: { meaning: 'Nothing happened for a while; the connection works.' },
  invites_changed: { meaning: 'The invitations that you may see changed; fetch them again.' },
  message: { meaning: 'A message arrived, with your flags for it.' },
  muted_topics: { meaning: 'The older form of `user_topic`, for queues that do not ask for that one.' },
  muted_users: { meaning: 'The people whom you muted changed; all of them as they are now.' },
  navigation_view: { ops: ['add', 'update', 'remove'], meaning: 'You arranged a view of your navigation.' },
  onboarding_steps: { meaning: 'The introductions that you have not seen yet; all that are left.' },
  presence: { meaning: 'Somebody came, became idle or left.' },
  reaction: { ops: ['add', 'remove'], meaning: 'Somebody put an emoji under a message, or took it back.' },
  realm: { ops: ['update', 'update_dict', 'deactivated'], meaning: "The organization's settings changed." },
  realm_bot: {
    ops: ['add', 'update', 'delete', 'remove'],
    meaning: 'A bot that you may change came or changed.',
  },
  realm_domains: {
    ops: ['add', 'change', 'remove'],
    meaning: 'The domains whose addresses may join changed.',
  },
  realm_emoji: { ops: ['update', 'add', 'update_one'], meaning: 'The custom emoji changed.' },
  realm_export: { meaning: 'The exports of the organization changed; all of them as they are now.' },
  realm_export_consent: { meaning: 'Somebody changed whether their private data may be exported.' },
  realm_filters: { meaning: 'The older form of `realm_linkifiers`.' },
  realm_linkifiers: { meaning: 'The patterns that become links changed; all of them as they are now.' },
  realm_playgrounds: { meaning: 'The places to run code changed; all of them as they are now.' },
  realm_user: {
    ops: ['add', 'update', 'remove'],
    meaning: 'Somebody came into sight, changed or went out of it.',
  },
  realm_user_settings_defaults: { ops: ['update'], meaning: 'The settings that new accounts get changed.' },
  reminders: { ops: ['add', 'remove'], meaning: 'One of your reminders was set, or it is done.' },
  restart: { meaning: 'The server started anew.' },
  saved_snippets: { ops: ['add', 'update', 'remove'], meaning: 'One of your saved texts changed.' },
  scheduled_messages: {
    ops: ['add', 'update', 'remove'],
    meaning: 'One of your messages to be sent later changed.',
  },
  stream: {
    ops: ['create', 'update', 'delete'],
    meaning: 'A channel came into sight, changed or went out of it.',
  },
  submessage: { meaning: 'Somebody used the poll or the list that a message holds.' },
  subscription: {
    ops: ['add', 'remove', 'update', 'peer_add', 'peer_remove'],
    meaning: 'Your subscriptions, your settings for one, or the subscribers of a channel changed.',
  },
  typing: { ops: ['start', 'stop'], meaning: 'Somebody began or stopped writing to you.' },
  typing_edit_message: { ops: ['start', 'stop'], meaning: 'Somebody began or stopped editing a message.' },
  update_message: { meaning: 'Messages were edited or moved, or their links got previews.' },
  update_message_flags: {
    ops: ['add', 'remove'],
    meaning: 'Your flags of messages changed: read, starred, collapsed.',
  },
  user_group: {
    ops: ['add', 'update', 'add_members', 'remove_members', 'add_subgroups', 'remove_subgroups', 'remove'],
    meaning: 'A user group, its members or the groups in it changed.',
  },
  user_settings: { ops: ['update'], meaning: 'You changed a personal setting.' },
  user_status: { meaning: 'What somebody says of themselves changed.' },
  user_topic: { meaning: 'You muted, unmuted or followed a topic.' },
} as const satisfies Readonly<Record<string, EventDescription>>;

export type EventType = keyof typeof eventCatalogue;

export const eventTypes = Object.keys(eventCatalogue) as EventType[];
