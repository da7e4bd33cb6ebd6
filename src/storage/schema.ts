// The tables, as types: one file per subject in `schema/`, combined here. Columns have one of five kinds on
// both engines: 64-bit ids and times (seconds since 1970 unless the name states otherwise) as numbers,
// booleans as 0 or 1, text, and JSON as text. A column whose name ends in `_sequence` holds a position of the
// organization's event log.

import type { Selectable } from 'kysely';
import type {
  AccountPeriodTable,
  AccountTable,
  BotServiceTable,
  EmailChangeTable,
  OnboardingStepTable,
  PasswordResetTable,
  RolePeriodTable,
} from './schema/account.ts';
import type { AuditEntryTable } from './schema/audit.ts';
import type { BotStorageTable } from './schema/bot-storage.ts';
import type { CallTokenTable } from './schema/call.ts';
import type {
  ChannelEmailTable,
  ChannelFolderTable,
  ChannelTable,
  ReceivedMailTable,
} from './schema/channel.ts';
import type { ConversationParticipantTable, ConversationTable } from './schema/conversation.ts';
import type { DataExportTable } from './schema/data-export.ts';
import type { DeploymentTable } from './schema/deployment.ts';
import type { EventQueueTable, EventTable, OutboxTable } from './schema/event.ts';
import type {
  DefaultChannelGroupTable,
  InvitationLinkTable,
  InvitationTable,
  SignUpTable,
} from './schema/invitation.ts';
import type { JobMarkTable, SchemaVersionTable } from './schema/job.ts';
import type { LinkPreviewTable } from './schema/link-preview.ts';
import type { KnownDeviceTable, KnownLoginTable, LoginFailureTable } from './schema/login.ts';
import type {
  MessageArrivalTable,
  MessageEditTable,
  MessageLocalIdTable,
  MessageMentionTable,
  MessageTable,
  ReactionTable,
  SubmessageTable,
} from './schema/message.ts';
import type { MessageErasureTable } from './schema/message-erasure.ts';
import type { MailReplyTable, MissedByManyTable, MissedMessageTable } from './schema/missed-mail.ts';
import type { AlertWordTable, MutedUserTable, UserTopicTable } from './schema/notification-preferences.ts';
import type {
  AllowedDomainTable,
  HostAliasTable,
  OrganizationSequenceTable,
  OrganizationTable,
} from './schema/organization.ts';
import type { OrganizationImportTable } from './schema/organization-import.ts';
import type { PendingNoticeTable } from './schema/pending-notice.ts';
import type { ErasedIdentityTable, PersonErasureTable } from './schema/person-erasure.ts';
import type { PresenceTable, UserStatusTable } from './schema/presence.ts';
import type { ProfileFieldTable, ProfileValueTable } from './schema/profile-field.ts';
import type {
  ClientDeviceTable,
  PushPositionTable,
  PushShownTable,
  PushTokenTable,
  PushWaitingTable,
  WebPushSubscriptionTable,
} from './schema/push.ts';
import type { QuotaUseTable } from './schema/quota.ts';
import type { PersonalMessageTable, ReadExceptionTable, ReadStateTable } from './schema/read-state.ts';
import type { CustomEmojiTable, LinkifierTable, PlaygroundTable } from './schema/rendering.ts';
import type { ScimGroupTable, ScimUserTable } from './schema/scim.ts';
import type {
  PasskeyChallengeTable,
  PasskeyTable,
  RecoveryCodeTable,
  SecondFactorTable,
  WrongCodeTable,
} from './schema/second-factor.ts';
import type { SessionTable, UsedLogoutTokenTable } from './schema/session.ts';
import type {
  DirectoryDeactivationTable,
  ExternalIdentityTable,
  LoginTokenTable,
  SignInAnswerTable,
} from './schema/sign-in.ts';
import type { SubscriptionPeriodTable, SubscriptionTable } from './schema/subscription.ts';
import type {
  AttachmentTable,
  DoomedFileTable,
  MessageAttachmentTable,
  UploadUsageTable,
} from './schema/upload.ts';
import type { UserGroupMemberTable, UserGroupSubgroupTable, UserGroupTable } from './schema/user-group.ts';
import type { EventDeliveryTable, EventSubscriptionTable, WebhookDeliveryTable } from './schema/webhook.ts';
import type {
  DeliveredScheduleTable,
  DraftTable,
  NavigationViewTable,
  ReminderTable,
  SavedSnippetTable,
  ScheduledMessageTable,
} from './schema/writing.ts';

/** A row as it is read. */
export type Row<T extends keyof Schema> = Selectable<Schema[T]>;

export interface Schema {
  organization: OrganizationTable;
  organization_sequence: OrganizationSequenceTable;
  organization_import: OrganizationImportTable;
  account: AccountTable;
  email_change: EmailChangeTable;
  account_period: AccountPeriodTable;
  role_period: RolePeriodTable;
  audit_entry: AuditEntryTable;
  bot_service: BotServiceTable;
  bot_storage: BotStorageTable;
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
  message_local_id: MessageLocalIdTable;
  link_preview: LinkPreviewTable;
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
  host_alias: HostAliasTable;
  playground: PlaygroundTable;
  profile_field: ProfileFieldTable;
  profile_value: ProfileValueTable;
  custom_emoji: CustomEmojiTable;
  onboarding_step: OnboardingStepTable;
  scheduled_message: ScheduledMessageTable;
  delivered_schedule: DeliveredScheduleTable;
  reminder: ReminderTable;
  draft: DraftTable;
  saved_snippet: SavedSnippetTable;
  navigation_view: NavigationViewTable;
  attachment: AttachmentTable;
  message_attachment: MessageAttachmentTable;
  upload_usage: UploadUsageTable;
  doomed_file: DoomedFileTable;
  call_token: CallTokenTable;
  client_device: ClientDeviceTable;
  push_token: PushTokenTable;
  web_push_subscription: WebPushSubscriptionTable;
  push_shown: PushShownTable;
  push_waiting: PushWaitingTable;
  push_position: PushPositionTable;
  job_mark: JobMarkTable;
  event: EventTable;
  event_queue: EventQueueTable;
  outbox: OutboxTable;
  password_reset: PasswordResetTable;
  login_failure: LoginFailureTable;
  known_login: KnownLoginTable;
  known_device: KnownDeviceTable;
  session: SessionTable;
  external_identity: ExternalIdentityTable;
  login_token: LoginTokenTable;
  used_logout_token: UsedLogoutTokenTable;
  directory_deactivation: DirectoryDeactivationTable;
  sign_in_answer: SignInAnswerTable;
  second_factor: SecondFactorTable;
  recovery_code: RecoveryCodeTable;
  wrong_code: WrongCodeTable;
  quota_use: QuotaUseTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  scim_user: ScimUserTable;
  scim_group: ScimGroupTable;
  channel_email: ChannelEmailTable;
  received_mail: ReceivedMailTable;
  missed_by_many: MissedByManyTable;
  missed_message: MissedMessageTable;
  mail_reply: MailReplyTable;
  message_erasure: MessageErasureTable;
  person_erasure: PersonErasureTable;
  erased_identity: ErasedIdentityTable;
  data_export: DataExportTable;
  pending_notice: PendingNoticeTable;
  invitation: InvitationTable;
  invitation_link: InvitationLinkTable;
  sign_up: SignUpTable;
  default_channel_group: DefaultChannelGroupTable;
  schema_version: SchemaVersionTable;
  deployment: DeploymentTable;
  webhook_delivery: WebhookDeliveryTable;
  event_subscription: EventSubscriptionTable;
  event_delivery: EventDeliveryTable;
}
