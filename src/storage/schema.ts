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
import { gifTables } from './schema/gif.ts';
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
import { pinTables } from './schema/pin.ts';
import { presenceTables } from './schema/presence.ts';
import { profileFieldTables } from './schema/profile-field.ts';
import { pushTables } from './schema/push.ts';
import { quotaTables } from './schema/quota.ts';
import { readStateTables } from './schema/read-state.ts';
import { renderingTables } from './schema/rendering.ts';
import { sampleContentTables } from './schema/sample-content.ts';
import { scimTables } from './schema/scim.ts';
import { secondFactorTables } from './schema/second-factor.ts';
import { sessionTables } from './schema/session.ts';
import { sidebarTables } from './schema/sidebar.ts';
import { signInTables } from './schema/sign-in.ts';
import { subscriptionTables } from './schema/subscription.ts';
import type { AnyTable, Columns, included } from './schema/table.ts';
import { uploadTables } from './schema/upload.ts';
import { userGroupTables } from './schema/user-group.ts';
import { webhookTables } from './schema/webhook.ts';
import { writingTables } from './schema/writing.ts';

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
  ...gifTables,
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
  ...pinTables,
  ...presenceTables,
  ...profileFieldTables,
  ...pushTables,
  ...quotaTables,
  ...readStateTables,
  ...renderingTables,
  ...sampleContentTables,
  ...scimTables,
  ...secondFactorTables,
  ...sessionTables,
  ...sidebarTables,
  ...signInTables,
  ...subscriptionTables,
  ...uploadTables,
  ...userGroupTables,
  ...webhookTables,
  ...writingTables,
};

type Tables = typeof tables;
export type TableName = keyof Tables & string;

type ValuesOf<C extends Columns> = { [N in keyof C]: C[N] extends Column<infer T> ? T : never };

/** The tables as Kysely knows them. */
export type Schema = { [T in TableName]: ValuesOf<Tables[T]['columns']> };

/** A row as it is read. */
export type Row<T extends TableName> = Selectable<Schema[T]>;

/** A table that an archive includes and whose rows are referenced by id. */
export type NumberedTable = {
  [T in TableName]: Tables[T]['archive'] extends typeof included
    ? 'id' extends keyof Tables[T]['columns']
      ? T extends 'organization'
        ? never
        : T
      : never
    : never;
}[TableName];

/** All tables by name, for code that treats them alike. */
export const declarations = Object.entries<AnyTable>(tables) as readonly (readonly [TableName, AnyTable])[];
