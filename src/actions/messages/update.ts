// Changes a message inside a unit of work: its content, its topic or channel, or both. The checks run in the
// reference server's order, then the rows are written, then history and events (`record-change.ts`).

import { createHash } from 'node:crypto';
import { badRequest } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import {
  checkMayEditContent,
  checkMessageChanges,
  type PropagateMode,
} from '../../model/messages/edit-rules.ts';
import type { ComposedContent } from '../../model/messages/message-content.ts';
import type { MessageRow } from '../../model/messages/message-row.ts';
import type { MovePlan } from '../../model/messages/move-plan.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Attachment } from '../../model/uploads/attachment.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { ActorPermissions } from '../../stores/groups/actor-permissions.ts';
import { type AccessibleMessage, modifiableMessage } from '../../stores/message-access/message-access.ts';
import { type Mover, planMove } from '../../stores/message-access/move-plan.ts';
import { changeAudience, type Receptions, receptionsOf } from '../../stores/messages/message-audience.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import {
  emitUploadChanges,
  linkableBy,
  noUploadChanges,
  relinkMessage,
  type UploadChanges,
} from '../uploads/links.ts';
import { editContent } from './edit.ts';
import { applyMoveConsequences, type MoveAudiences, moveAudiences, moveMessages } from './move.ts';
import { emitMessageChange, storeHistory, type WrittenChange } from './record-change.ts';

/** The requested change of a message. */
export interface MessageChange {
  readonly messageId: number;
  readonly content: ComposedContent | undefined;
  /** The hex SHA-256 of the content that the client last saw. */
  readonly contentHash: string | undefined;
  /** Normalized. */
  readonly topic: string | undefined;
  readonly channelId: number | undefined;
  readonly propagateMode: PropagateMode;
}

/** A completed move, for the notices about it. */
export type FinishedMove = MovePlan;

/** Effects of a change beyond the message itself. */
export interface FinishedChange {
  /** Undefined if nothing moved. */
  readonly move: FinishedMove | undefined;
  /** The editor's own uploads that nothing links any longer. */
  readonly detachedUploads: readonly Attachment[];
}

export async function changeMessage(
  writer: Writer,
  actorId: number,
  change: MessageChange,
): Promise<FinishedChange> {
  const organization = await readOrganization(writer);
  const account = await accountById(writer, actorId);
  if (!account?.isActive) throw badRequest('User not authorized for this query');
  const message = await modifiableMessage(tableLookup({ writer, account }), change.messageId);
  const { row, conversation, channel } = message;
  const isSameTopic = channel !== undefined && change.topic === conversation.topic_name;
  const topic = isSameTopic ? undefined : change.topic;
  const channelId = change.channelId === row.channel_id ? undefined : change.channelId;
  if (change.content) checkContentRights(writer, organization, account, row);
  checkMessageChanges({
    isDirect: !channel,
    content: change.content !== undefined,
    topic,
    channel: channelId !== undefined,
    propagateMode: change.propagateMode,
    isWidget: row.has_submessage === 1,
    hashDiffers: change.contentHash !== undefined && change.contentHash !== sha256(row.content),
  });
  const acting = { writer, organization, account };
  const mover: Mover = { ...acting, permissions: new ActorPermissions(acting) };
  const isMove = topic !== undefined || channelId !== undefined;
  const plan = isMove
    ? await planMove(mover, message, { topic, channelId, propagateMode: change.propagateMode })
    : undefined;
  const { detached } = await carryOut(mover, message, change.content, plan);
  const detachedUploads = detached.filter((upload) => upload.account_id === account.id);
  return { move: plan, detachedUploads };
}

function checkContentRights(
  writer: Writer,
  organization: Organization,
  account: Account,
  row: MessageRow,
): void {
  checkMayEditContent({
    allowsEditing: organization.settings.allow_message_editing,
    isSender: row.sender_id === account.id,
    ageSeconds: writer.now - row.sent_at,
    limitSeconds: organization.settings.message_content_edit_limit_seconds,
  });
}

async function carryOut(
  mover: Mover,
  message: AccessibleMessage,
  content: ComposedContent | undefined,
  plan: MovePlan | undefined,
): Promise<UploadChanges> {
  const { writer, account } = mover;
  const { row, channel } = message;
  const changedRows = plan?.messages ?? [row];
  const receptions: Receptions = channel ? await receptionsOf(writer, changedRows) : {};
  const sequence = writer.nextSequence();
  const linked = content ? await linkableBy(tableLookup(mover), content.rendered.uploadPaths) : [];
  const touchesUploads = content !== undefined && (row.has_attachment === 1 || linked.length > 0);
  const uploads = touchesUploads ? await relinkMessage(writer, row.id, linked) : noUploadChanges;
  const newContent = content && withAttachments(content, linked.length > 0);
  const edited = newContent && (await editContent(mover, message, newContent, sequence));
  const audiences: MoveAudiences = plan
    ? await moveAudiences(writer, plan, receptions, account.id)
    : {
        notified: [changeAudience(message, receptions, [account.id])],
        losing: undefined,
        notSubscribed: undefined,
      };
  if (plan) await moveMessages(writer, plan, sequence);
  const writtenChange: WrittenChange = { editorId: account.id, message, edited, plan, receptions, sequence };
  await storeHistory(writer, writtenChange);
  await emitMessageChange(writer, writtenChange, audiences);
  await emitUploadChanges(writer, uploads);
  if (plan) await applyMoveConsequences(writer, plan, audiences, receptions);
  return uploads;
}

/** The content with its attachments as they are now; uploads may have changed since it was rendered. */
function withAttachments(content: ComposedContent, hasAttachment: boolean): ComposedContent {
  return { ...content, rendered: { ...content.rendered, hasAttachment } };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
