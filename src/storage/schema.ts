// All tables: one file per subject in `schema/`, combined here (`schema/table.ts`). The types of their rows are
// derived from the declarations.

import type { Selectable } from 'kysely';
import { accountTables } from './schema/account.ts';
import { auditTables } from './schema/audit.ts';
import { botStorageTables } from './schema/bot-storage.ts';
import { callTables } from './schema/call.ts';
import { channelTables } from './schema/channel.ts';
import type { Column } from './schema/column.ts';
import { conversationTables } from './schema/conversation.ts';
import { dataExportTables } from './schema/data-export.ts';
import { deploymentTables } from './schema/deployment.ts';
import { eventTables } from './schema/event.ts';
import { invitationTables } from './schema/invitation.ts';
import { jobTables } from './schema/job.ts';
import { linkPreviewTables } from './schema/link-preview.ts';
import { loginTables } from './schema/login.ts';
import { messageTables } from './schema/message.ts';
import { messageErasureTables } from './schema/message-erasure.ts';
import { missedMailTables } from './schema/missed-mail.ts';
import { notificationPreferencesTables } from './schema/notification-preferences.ts';
import { organizationTables } from './schema/organization.ts';
import { organizationImportTables } from './schema/organization-import.ts';
import { pendingNoticeTables } from './schema/pending-notice.ts';
import { personErasureTables } from './schema/person-erasure.ts';
import { presenceTables } from './schema/presence.ts';
import { profileFieldTables } from './schema/profile-field.ts';
import { pushTables } from './schema/push.ts';
import { quotaTables } from './schema/quota.ts';
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
import type { Columns } from './schema/table.ts';
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

export const tables = {
  ...accountTables,
  ...auditTables,
  ...botStorageTables,
  ...callTables,
  ...channelTables,
  ...conversationTables,
  ...dataExportTables,
  ...deploymentTables,
  ...eventTables,
  ...invitationTables,
  ...jobTables,
  ...linkPreviewTables,
  ...loginTables,
  ...messageErasureTables,
  ...messageTables,
  ...missedMailTables,
  ...notificationPreferencesTables,
  ...organizationImportTables,
  ...organizationTables,
  ...pendingNoticeTables,
  ...personErasureTables,
  ...presenceTables,
  ...profileFieldTables,
  ...pushTables,
  ...quotaTables,
};

interface UndeclaredTables {
  subscription: SubscriptionTable;
  subscription_period: SubscriptionPeriodTable;
  personal_message: PersonalMessageTable;
  read_state: ReadStateTable;
  read_exception: ReadExceptionTable;
  user_group: UserGroupTable;
  user_group_member: UserGroupMemberTable;
  user_group_subgroup: UserGroupSubgroupTable;
  linkifier: LinkifierTable;
  playground: PlaygroundTable;
  custom_emoji: CustomEmojiTable;
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
  session: SessionTable;
  external_identity: ExternalIdentityTable;
  login_token: LoginTokenTable;
  used_logout_token: UsedLogoutTokenTable;
  directory_deactivation: DirectoryDeactivationTable;
  sign_in_answer: SignInAnswerTable;
  second_factor: SecondFactorTable;
  recovery_code: RecoveryCodeTable;
  wrong_code: WrongCodeTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  scim_user: ScimUserTable;
  scim_group: ScimGroupTable;
  webhook_delivery: WebhookDeliveryTable;
  event_subscription: EventSubscriptionTable;
  event_delivery: EventDeliveryTable;
}

type Tables = typeof tables;
type DeclaredName = keyof Tables & string;
export type TableName = keyof Schema & string;

type ValuesOf<C extends Columns> = { [N in keyof C]: C[N] extends Column<infer T> ? T : never };

/** The tables as Kysely knows them. */
export type Schema = { [T in DeclaredName]: ValuesOf<Tables[T]['columns']> } & UndeclaredTables;

/** A row as it is read. */
export type Row<T extends TableName> = Selectable<Schema[T]>;
