// The tables, as types. Every column has one of five kinds on both engines: 64-bit ids and times (seconds since
// 1970 unless the name says otherwise) as numbers, booleans as 0 or 1, text, and JSON as text. A column whose
// name ends in `_sequence` counts in the organization's event log.

import type { Generated } from 'kysely';

type Bit = number;
type Json = string;

export interface OrganizationTable {
  id: Generated<number>;
  uuid: string;
  /** The short name, part of the wire's `realm_str` and of default hosts. */
  string_id: string;
  name: string;
  /** The host that picks this organization, lower case, without port; empty: any host. */
  host: string;
  created_at: number;
  is_deactivated: Bit;
  is_demo: Bit;
  /** Values that differ from the defaults, by the names of `model/organizations/settings.ts`. */
  settings: Json;
  /** Defaults of personal settings for accounts made from now on, where they differ from the server's. */
  default_settings: Json;
}

export interface OrganizationSequenceTable {
  organization_id: number;
  /** The highest sequence number that was given out. */
  sequence: number;
}

export interface AccountTable {
  id: Generated<number>;
  organization_id: number;
  /** The real address (`delivery_email`). */
  email: string;
  email_key: string;
  full_name: string;
  role: number;
  is_active: Bit;
  is_deleted: Bit;
  is_imported_stub: Bit;
  /** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; null for people. */
  bot_type: number | null;
  bot_owner_id: number | null;
  /** Belongs to the service itself (notification bot …). */
  is_system_bot: Bit;
  date_joined: number;
  last_login_at: number | null;
  timezone: string;
  avatar_source: string;
  avatar_version: number;
  /** The folder of the uploaded picture; null while there is none. */
  avatar_key: string | null;
  password_hash: string | null;
  api_key_hash: string | null;
  /** The API key, encrypted under the server's secret. */
  api_key_sealed: string | null;
  /** Personal settings that differ from the server's defaults. */
  settings: Json;
  /** Names of the settings that the person has changed themselves. */
  edited_settings: Generated<Json>;
  can_create_users: Bit;
  can_change_user_emails: Bit;
  can_forge_sender: Bit;
  default_sending_channel_id: number | null;
  default_events_channel_id: number | null;
  default_all_public_channels: Bit;
  /** Messages up to this id count as read in every conversation without a read state of its own. */
  read_base: number;
}

/** An address that waits for its confirmation. */
export interface EmailChangeTable {
  key_hash: string;
  organization_id: number;
  account_id: number;
  new_email: string;
  expires_at: number;
}

/** When an account was active: from (inclusive) to (exclusive; null: still). */
export interface AccountPeriodTable {
  organization_id: number;
  account_id: number;
  from_sequence: number;
  to_sequence: number | null;
}

export interface RolePeriodTable extends AccountPeriodTable {
  role: number;
}

/** What a bot is connected to: where an outgoing webhook posts, or the configuration of the others. */
export interface BotServiceTable {
  account_id: number;
  organization_id: number;
  name: string;
  base_url: string;
  /** 1 the service's own format, 2 Slack's. */
  interface: number;
  token: string;
  /** Configuration by key. */
  config: Json;
}

export interface PresenceTable {
  account_id: number;
  organization_id: number;
  active_at: number | null;
  idle_at: number | null;
  update_id: number;
}

export interface UserStatusTable {
  account_id: number;
  organization_id: number;
  status_text: string;
  emoji_name: string;
  emoji_code: string;
  reaction_type: string;
}

export interface AlertWordTable {
  organization_id: number;
  account_id: number;
  word: string;
  word_key: string;
}

export interface MutedUserTable {
  organization_id: number;
  account_id: number;
  muted_account_id: number;
  muted_at: number;
}

export interface UserTopicTable {
  organization_id: number;
  account_id: number;
  channel_id: number;
  topic_key: string;
  topic_name: string;
  /** 1 muted, 2 unmuted, 3 followed. */
  visibility_policy: number;
  updated_at: number;
}

export interface ChannelTable {
  id: Generated<number>;
  organization_id: number;
  name: string;
  name_key: string;
  description: string;
  rendered_description: string;
  created_at: number;
  creator_id: number | null;
  is_private: Bit;
  is_web_public: Bit;
  is_history_public: Bit;
  is_archived: Bit;
  is_default: Bit;
  message_retention_days: number | null;
  topics_policy: string;
  folder_id: number | null;
  /** The eleven group settings, by name. */
  group_settings: Json;
  default_push_notifications: Bit;
  subscriber_count: number;
  first_message_id: number | null;
  /** 0 after half a year without a message; the next one sets it again. */
  is_recently_active: Bit;
}

/** A folder that clients sort channels into. */
export interface ChannelFolderTable {
  id: Generated<number>;
  organization_id: number;
  name: string;
  name_key: string;
  description: string;
  rendered_description: string;
  created_at: number;
  creator_id: number | null;
  /** The place among the folders, from 0. */
  position: number;
  is_archived: Bit;
}

export interface SubscriptionTable {
  organization_id: number;
  account_id: number;
  channel_id: number;
  /** 0 after leaving: the personal settings are kept for a return. */
  is_active: Bit;
  color: string;
  is_muted: Bit;
  pin_to_top: Bit;
  desktop_notifications: number | null;
  audible_notifications: number | null;
  push_notifications: number | null;
  email_notifications: number | null;
  wildcard_mentions_notify: number | null;
}

export interface SubscriptionPeriodTable {
  organization_id: number;
  account_id: number;
  channel_id: number;
  from_sequence: number;
  to_sequence: number | null;
  /** No message up to this id was sent in the period: where a search for unread ones begins. */
  after_message_id: Generated<number>;
}

/** A topic of a channel, or the direct messages of one set of people. */
export interface ConversationTable {
  id: Generated<number>;
  organization_id: number;
  /** Null for direct messages. */
  channel_id: number | null;
  topic_key: string;
  topic_name: string;
  /** The sorted account ids joined by commas; null for topics. */
  direct_key: string | null;
  first_message_id: number | null;
  last_message_id: number | null;
}

export interface ConversationParticipantTable {
  conversation_id: number;
  account_id: number;
  organization_id: number;
}

export interface MessageTable {
  id: Generated<number>;
  organization_id: number;
  conversation_id: number;
  /** The channel it stands in now; null for direct messages. */
  channel_id: number | null;
  sender_id: number;
  client: string;
  content: string;
  rendered_content: string;
  sent_at: number;
  /** Its arrival: where the sending stands in the organization's log. */
  sequence: number;
  /** 1 when it has further arrivals (`message_arrival`), that is, was moved to another channel. */
  is_moved: Bit;
  last_edited_at: number | null;
  last_moved_at: number | null;
  has_edits: Bit;
  has_link: Bit;
  has_image: Bit;
  has_attachment: Bit;
  has_reaction: Bit;
  has_submessage: Bit;
  is_me_message: Bit;
  mentions_channel: Bit;
  mentions_topic: Bit;
  /** 1 when `message_mention` holds a row for it. */
  has_mention_row: Bit;
  /** 1 when sending it marked it read for its sender. */
  is_read_by_sender: Bit;
}

/** Every arrival of a message that changed channels, the first one included. */
export interface MessageArrivalTable {
  organization_id: number;
  message_id: number;
  channel_id: number;
  sequence: number;
}

export interface MessageEditTable {
  id: Generated<number>;
  organization_id: number;
  message_id: number;
  editor_id: number;
  edited_at: number;
  prev_content: string | null;
  prev_rendered_content: string | null;
  prev_topic: string | null;
  topic: string | null;
  prev_channel_id: number | null;
  channel_id: number | null;
  /** Where its event stands in the log, for scrubbing. */
  sequence: number;
}

/** What a message mentions beyond single people: one row however many people that is. */
export interface MessageMentionTable {
  message_id: number;
  organization_id: number;
  /** JSON list of group ids; resolved by membership at `sequence`. */
  group_ids: Json;
  /** JSON list of the topic's participants at `sequence`, for @topic. */
  topic_participant_ids: Json;
  /** Where the mention stands in the log: the sending, or the edit that added it. */
  sequence: number;
}

export interface ReactionTable {
  id: Generated<number>;
  organization_id: number;
  message_id: number;
  account_id: number;
  emoji_name: string;
  emoji_code: string;
  reaction_type: string;
}

export interface SubmessageTable {
  id: Generated<number>;
  organization_id: number;
  message_id: number;
  sender_id: number;
  msg_type: string;
  content: string;
  /** Where its event stands in the log, for scrubbing. */
  sequence: number;
}

/** What is exceptional between a person and a message. */
export interface PersonalMessageTable {
  organization_id: number;
  account_id: number;
  message_id: number;
  /** Bits of `model/messages/flags.ts`. */
  flags: number;
}

/** Up to where a person has read a conversation; without a row, up to the account's `read_base`. */
export interface ReadStateTable {
  organization_id: number;
  account_id: number;
  conversation_id: number;
  read_through: number;
}

/** Holes in read states: single messages read above the mark, or unread below it. Survives moves. */
export interface ReadExceptionTable {
  organization_id: number;
  account_id: number;
  message_id: number;
  conversation_id: number;
  is_read: Bit;
}

export interface UserGroupTable {
  id: Generated<number>;
  organization_id: number;
  name: string;
  name_key: string;
  description: string;
  is_system: Bit;
  creator_id: number | null;
  created_at: number | null;
  is_deactivated: Bit;
  /** The six group settings, by name. */
  group_settings: Json;
}

/** Membership of groups that people made; members of system groups follow from their roles. */
export interface UserGroupMemberTable {
  organization_id: number;
  group_id: number;
  account_id: number;
  from_sequence: number;
  to_sequence: number | null;
}

export interface UserGroupSubgroupTable {
  organization_id: number;
  group_id: number;
  subgroup_id: number;
  from_sequence: number;
  to_sequence: number | null;
}

export interface LinkifierTable {
  id: Generated<number>;
  organization_id: number;
  position: number;
  pattern: string;
  url_template: string;
  example_input: string | null;
  reverse_template: string | null;
  alternative_url_templates: Json;
}

export interface AllowedDomainTable {
  id: Generated<number>;
  organization_id: number;
  domain: string;
  allow_subdomains: Bit;
}

/** A place outside where code blocks of a language can be run. */
export interface PlaygroundTable {
  id: Generated<number>;
  organization_id: number;
  name: string;
  language: string;
  url_template: string;
}

export interface ProfileFieldTable {
  id: Generated<number>;
  organization_id: number;
  name: string;
  hint: string;
  field_type: number;
  field_data: Json;
  position: number;
  display_in_profile_summary: Bit;
  required: Bit;
  editable_by_user: Bit;
  use_for_user_matching: Bit;
}

export interface ProfileValueTable {
  organization_id: number;
  account_id: number;
  field_id: number;
  value: string;
  rendered_value: string | null;
}

export interface CustomEmojiTable {
  id: Generated<number>;
  organization_id: number;
  name: string;
  author_id: number | null;
  file_name: string;
  is_animated: Bit;
  is_deactivated: Bit;
}

/** The introductions that a person has seen and dismissed. */
export interface OnboardingStepTable {
  organization_id: number;
  account_id: number;
  step: string;
}

/** A message that its sender wants sent later. */
export interface ScheduledMessageTable {
  id: Generated<number>;
  organization_id: number;
  sender_id: number;
  /** Null for direct messages. */
  channel_id: number | null;
  topic: string;
  /** JSON list of the people written to; empty for channels. */
  recipient_ids: Json;
  content: string;
  /** As it looked when it was written; it is rendered afresh when it is sent. */
  rendered_content: string;
  due_at: number;
  /** The client that it was written with. */
  client: string;
  is_read_by_sender: Bit;
  /** The organization's address as its sender reached it, for rendering. */
  organization_url: string;
  /** 1 once sending was tried and refused; it then waits for another time. */
  is_failed: Bit;
}

/** A message that somebody wants to be reminded of. */
export interface ReminderTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  message_id: number;
  note: string;
  content: string;
  rendered_content: string;
  due_at: number;
  organization_url: string;
  is_failed: Bit;
}

/** A message that is not finished. */
export interface DraftTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  /** `stream`, `private`, or empty while it is for nobody. */
  type: string;
  /** JSON list: the channel's id, or the people's. */
  recipient_ids: Json;
  topic: string;
  content: string;
  edited_at: number;
}

/** A text that somebody keeps for use in messages. */
export interface SavedSnippetTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  title: string;
  content: string;
  created_at: number;
}

/** A view that somebody arranged in their navigation. */
export interface NavigationViewTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  fragment: string;
  is_pinned: Bit;
  /** Null for built-in views. */
  name: string | null;
}

/** An uploaded file. Its bytes lie below the data directory: `model/uploads/files.ts`. */
export interface AttachmentTable {
  id: Generated<number>;
  organization_id: number;
  /** Who uploaded it. */
  account_id: number;
  /** The end of its address: organization, two hexadecimal digits, a secret, the name as addresses have it. */
  path_id: string;
  /** The name as it was uploaded. */
  name: string;
  size: number;
  content_type: string;
  created_at: number;
  /** In pixels as shown; null for what is no image. */
  image_width: number | null;
  image_height: number | null;
  /** Has a moving thumbnail. */
  is_animated: Bit;
  /** Has a full-size copy in a format that browsers show. */
  is_transcoded: Bit;
}

/** Which messages link which files. */
export interface MessageAttachmentTable {
  message_id: number;
  attachment_id: number;
}

/** The room that an organization's uploads take. */
export interface UploadUsageTable {
  organization_id: number;
  bytes: number;
}

/** Files and folders that nothing names any longer, to be removed from the disk. */
export interface DoomedFileTable {
  id: Generated<number>;
  organization_id: number;
  /** Below the data directory. */
  path: string;
}

/** The access that a person gave to a provider of video calls. */
export interface CallTokenTable {
  organization_id: number;
  account_id: number;
  provider: string;
  /** Encrypted under the server's secret. */
  sealed: string;
}

/** Up to which moment a recurring job has done its work for an organization. */
export interface JobMarkTable {
  organization_id: number;
  job: string;
  done_until: number;
}

/** The event log: what happened in an organization, in order. */
export interface EventTable {
  organization_id: number;
  sequence: number;
  entry: Json;
  created_at: number;
}

export interface EventQueueTable {
  id: string;
  organization_id: number;
  account_id: number;
  start_sequence: number;
  acknowledged: number;
  last_seen_at: number;
  idle_seconds: number;
  options: Json;
}

/** Work that must leave the house, written with the change that caused it and delivered at least once. */
export interface OutboxTable {
  id: Generated<number>;
  organization_id: number;
  kind: string;
  payload: Json;
  due_at: number;
  attempts: number;
}

/** A link that sets a new password. */
export interface PasswordResetTable {
  key_hash: string;
  organization_id: number;
  account_id: number;
  expires_at: number;
}

/** An email address that posts what is sent to it into a channel. */
export interface ChannelEmailTable {
  id: Generated<number>;
  organization_id: number;
  channel_id: number;
  /** Who asked for it. */
  creator_id: number;
  /** Who mail sent to it comes from. */
  sender_id: number;
  token_hash: string;
  /** The token, encrypted under the server's secret. */
  token_sealed: string;
}

/** Mail that came in lately, so that what is delivered twice is posted once. */
export interface ReceivedMailTable {
  organization_id: number;
  address_id: number;
  /** A hash of what names the mail. */
  mail_key: string;
  received_at: number;
}

/** The migrations that were applied. */
export interface SchemaVersionTable {
  version: number;
  applied_at: number;
}

export interface Schema {
  organization: OrganizationTable;
  organization_sequence: OrganizationSequenceTable;
  account: AccountTable;
  email_change: EmailChangeTable;
  account_period: AccountPeriodTable;
  role_period: RolePeriodTable;
  bot_service: BotServiceTable;
  presence: PresenceTable;
  user_status: UserStatusTable;
  alert_word: AlertWordTable;
  muted_user: MutedUserTable;
  user_topic: UserTopicTable;
  channel: ChannelTable;
  channel_folder: ChannelFolderTable;
  subscription: SubscriptionTable;
  subscription_period: SubscriptionPeriodTable;
  conversation: ConversationTable;
  conversation_participant: ConversationParticipantTable;
  message: MessageTable;
  message_arrival: MessageArrivalTable;
  message_edit: MessageEditTable;
  message_mention: MessageMentionTable;
  reaction: ReactionTable;
  submessage: SubmessageTable;
  personal_message: PersonalMessageTable;
  read_state: ReadStateTable;
  read_exception: ReadExceptionTable;
  user_group: UserGroupTable;
  user_group_member: UserGroupMemberTable;
  user_group_subgroup: UserGroupSubgroupTable;
  linkifier: LinkifierTable;
  allowed_domain: AllowedDomainTable;
  playground: PlaygroundTable;
  profile_field: ProfileFieldTable;
  profile_value: ProfileValueTable;
  custom_emoji: CustomEmojiTable;
  onboarding_step: OnboardingStepTable;
  scheduled_message: ScheduledMessageTable;
  reminder: ReminderTable;
  draft: DraftTable;
  saved_snippet: SavedSnippetTable;
  navigation_view: NavigationViewTable;
  attachment: AttachmentTable;
  message_attachment: MessageAttachmentTable;
  upload_usage: UploadUsageTable;
  doomed_file: DoomedFileTable;
  call_token: CallTokenTable;
  job_mark: JobMarkTable;
  event: EventTable;
  event_queue: EventQueueTable;
  outbox: OutboxTable;
  password_reset: PasswordResetTable;
  channel_email: ChannelEmailTable;
  received_mail: ReceivedMailTable;
  schema_version: SchemaVersionTable;
}
