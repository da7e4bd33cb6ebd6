// Finds accounts that an edit newly mentions. They are notified as if the message had been sent to them then.

import { nowSeconds } from '../../api-contract/time.ts';
import { type MentionsInHtml, mentionsInHtml } from '../../markdown/mentions-in-html.ts';
import type { Account } from '../../model/accounts/account.ts';
import { isInGroup } from '../../model/groups/user-group.ts';
import {
  mentionTriggers,
  type NotificationTrigger,
  notificationTriggers,
} from '../../model/notifications/notification-rules.ts';
import { mailCandidates } from '../../queries/notifications/notification-candidates.ts';
import type { QueryContext } from '../../queries/requester.ts';
import type { OrganizationState } from '../../queries/state/organization-state.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { messageHeads } from '../../stores/messages/message-store.ts';

const editsAfter = preparedRead<{ organization: number; sequence: number; limit: number }>()((db, p) =>
  db
    .selectFrom('message_edit')
    .select(['message_id', 'sequence', 'edited_at', 'prev_rendered_content'])
    .where('organization_id', '=', p.organization)
    .where('sequence', '>', p.sequence)
    .where('prev_content', 'is not', null)
    .orderBy('sequence')
    .limit(p.limit),
);

export type ContentEdit = Awaited<ReturnType<typeof editsAfter.all>>[number];

/** An account that an edit newly mentions. */
export interface NewlyMentioned {
  readonly account: Account;
  readonly messageId: number;
  readonly cause: NotificationTrigger;
  readonly edit: ContentEdit;
}

/** Edits of contents after a log position, in order. */
export function contentEditsAfter(reader: Reader, sequence: number, limit: number): Promise<ContentEdit[]> {
  return editsAfter.all(reader, { organization: reader.organizationId, sequence, limit });
}

/** The accounts that some edits newly mention, of all accounts or of some. */
export async function newlyMentioned(
  { state, reader }: QueryContext,
  edits: readonly ContentEdit[],
  among?: ReadonlySet<number>,
): Promise<NewlyMentioned[]> {
  if (edits.length === 0) return [];
  // Several edits of one message count as one, from the content before the first.
  const firsts = new Map([...edits].reverse().map((edit) => [edit.message_id, edit]));
  const before = new Map(
    [...firsts].map(([id, edit]) => [
      id,
      { edit, mentions: mentionsInHtml(edit.prev_rendered_content ?? '') },
    ]),
  );
  const heads = await messageHeads(reader, [...firsts.keys()]);
  return (await mailCandidates(reader, state, heads, among)).flatMap(({ account, message, facts }) => {
    const cause = notificationTriggers(facts).email;
    const first = before.get(message.id);
    if (!first || cause === undefined || !mentionTriggers.has(cause)) return [];
    const { edit, mentions } = first;
    return wasMentioned(state, mentions, account) ? [] : [{ account, messageId: message.id, cause, edit }];
  });
}

function wasMentioned(state: OrganizationState, mentions: MentionsInHtml, account: Account): boolean {
  if (mentions.hasWildcard || mentions.userIds.has(account.id)) return true;
  const now = nowSeconds();
  return [...mentions.groupIds].some((id) => isInGroup(state, id, account, now));
}
