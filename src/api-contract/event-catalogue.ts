// Every type of event that a queue delivers, for the reference and the typed client. Tests fail for events
// that are missing here, because they compare every answer with its declaration.

export interface EventDescription {
  /** The values of `op`; undefined for types without one. */
  readonly ops?: readonly string[];
  /** What happened, for readers of the API reference. */
  readonly meaning: string;
}

export const eventCatalogue = {
  alert_words: { meaning: 'Your alert words changed. Contains the whole list.' },
  attachment: {
    ops: ['add', 'update', 'remove'],
    meaning: 'One of your uploads was added, changed or deleted.',
  },
  channel_folder: {
    ops: ['add', 'update', 'reorder'],
    meaning: 'A channel folder was created or changed, or the folders were reordered.',
  },
  custom_profile_fields: { meaning: 'The custom profile fields changed. Contains the whole list.' },
  default_stream_groups: { meaning: 'The default channel groups changed. Contains the whole list.' },
  default_streams: {
    meaning: 'The default channels for new accounts changed. Contains the whole list.',
  },
  delete_message: { meaning: 'Messages were deleted, or are no longer visible to you.' },
  device: {
    ops: ['add', 'update', 'remove'],
    meaning: 'One of your devices for push notifications was added, changed or removed.',
  },
  drafts: {
    ops: ['add', 'update', 'remove'],
    meaning: 'One of your drafts was saved, changed or deleted.',
  },
  has_vendor_token: {
    meaning: 'You connected or disconnected your account with the video call provider of this server.',
  },
  has_webex_token: { meaning: 'You connected or disconnected your Webex account.' },
  has_zoom_token: { meaning: 'You connected or disconnected your Zoom account.' },
  heartbeat: { meaning: 'Sent when there are no other events, to keep the connection open.' },
  invites_changed: { meaning: 'The invitations that you can see changed. Fetch them again.' },
  message: { meaning: 'A message was sent. Contains your flags for it.' },
  muted_topics: { meaning: 'An older form of `user_topic`, for queues that do not request `user_topic`.' },
  muted_users: { meaning: 'Your muted users changed. Contains the whole list.' },
  navigation_view: {
    ops: ['add', 'update', 'remove'],
    meaning: 'One of the views in your navigation was added, changed or removed.',
  },
  onboarding_steps: { meaning: 'Your onboarding steps changed. Contains those that you have not seen.' },
  presence: { meaning: "A user's presence changed." },
  reaction: { ops: ['add', 'remove'], meaning: 'A reaction was added to a message or removed.' },
  realm: {
    ops: ['update', 'update_dict', 'deactivated'],
    meaning: "The organization's settings changed, or it was deactivated.",
  },
  realm_bot: {
    ops: ['add', 'update', 'delete', 'remove'],
    meaning: 'A bot that you administer was added, changed or removed.',
  },
  realm_domains: {
    ops: ['add', 'change', 'remove'],
    meaning: 'The allowed email domains changed.',
  },
  realm_emoji: {
    ops: ['update', 'add', 'update_one'],
    meaning: 'The custom emoji of the organization changed.',
  },
  realm_export: { meaning: 'The data exports of the organization changed. Contains the whole list.' },
  realm_export_consent: { meaning: 'A user allowed or disallowed exporting their private data.' },
  realm_filters: { meaning: 'An older form of `realm_linkifiers`.' },
  realm_linkifiers: { meaning: 'The linkifiers changed. Contains the whole list.' },
  realm_playgrounds: { meaning: 'The code playgrounds changed. Contains the whole list.' },
  realm_user: {
    ops: ['add', 'update', 'remove'],
    meaning: 'A user became visible, changed, or is no longer visible.',
  },
  realm_user_settings_defaults: {
    ops: ['update'],
    meaning: 'The default settings for new accounts changed.',
  },
  reminders: { ops: ['add', 'remove'], meaning: 'One of your reminders was created, deleted or sent.' },
  restart: { meaning: 'The server restarted.' },
  saved_snippets: {
    ops: ['add', 'update', 'remove'],
    meaning: 'One of your saved snippets was added, changed or deleted.',
  },
  scheduled_messages: {
    ops: ['add', 'update', 'remove'],
    meaning: 'One of your scheduled messages was added, changed or removed.',
  },
  stream: {
    ops: ['create', 'update', 'delete'],
    meaning: 'A channel became visible, changed, or is no longer visible.',
  },
  submessage: { meaning: 'A user changed the poll or to-do list of a message.' },
  subscription: {
    ops: ['add', 'remove', 'update', 'peer_add', 'peer_remove'],
    meaning: 'Your subscriptions, their settings, or the subscribers of a channel changed.',
  },
  typing: { ops: ['start', 'stop'], meaning: 'A user started or stopped typing a message.' },
  typing_edit_message: { ops: ['start', 'stop'], meaning: 'A user started or stopped editing a message.' },
  update_message: { meaning: 'Messages were edited or moved, or link previews were added.' },
  update_message_flags: {
    ops: ['add', 'remove'],
    meaning: 'Your flags for messages changed, such as read, starred or collapsed.',
  },
  user_group: {
    ops: ['add', 'update', 'add_members', 'remove_members', 'add_subgroups', 'remove_subgroups', 'remove'],
    meaning: 'A user group, its members or its subgroups changed.',
  },
  user_settings: { ops: ['update'], meaning: 'You changed a personal setting.' },
  user_status: { meaning: "A user's status changed." },
  user_topic: { meaning: 'Your visibility policy for a topic changed: muted, unmuted, followed or none.' },
} as const satisfies Readonly<Record<string, EventDescription>>;

export type EventType = keyof typeof eventCatalogue;

export const eventTypes = Object.keys(eventCatalogue) as EventType[];
