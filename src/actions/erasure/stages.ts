// The stages of the erasure of a person, in order. Each unit of work processes one portion and records its
// progress, so other writes run in between, and a crash neither loses nor repeats work.

import { erasedAccountIds } from '../../model/erasure/erased-accounts.ts';
import { ErasedTexts } from '../../model/erasure/erased-texts.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import {
  type Erasure,
  endErasure,
  erasureOfPerson,
  nextErasedPerson,
  recordErasureProgress,
} from '../../stores/erasure/erasure-store.ts';
import { nameKeysOfOthers } from '../../stores/erasure/identifier-store.ts';
import { eraseInMessages } from './message-stage.ts';
import { eraseInAuditLog, eraseInImport, eraseInLog, eraseInOutbox } from './other-stages.ts';
import {
  deleteManyRows,
  deletePendingMessages,
  deleteSoloConversations,
  deleteUploads,
} from './own-stages.ts';
import type { Stage } from './stage.ts';
import {
  eraseInChannels,
  eraseInDrafts,
  eraseInFolders,
  eraseInGroups,
  eraseInNotices,
  eraseInReminders,
  eraseInScheduled,
  eraseInSnippets,
} from './text-stage.ts';

/** Keyed by the names stored in the database. */
const stages: readonly (readonly [name: string, run: Stage])[] = [
  ['ordered', deletePendingMessages],
  ['unshared', deleteSoloConversations],
  ['messages', eraseInMessages],
  ['rows', deleteManyRows],
  ['uploads', deleteUploads],
  ['drafts', eraseInDrafts],
  ['snippets', eraseInSnippets],
  ['scheduled', eraseInScheduled],
  ['reminders', eraseInReminders],
  ['channels', eraseInChannels],
  ['folders', eraseInFolders],
  ['groups', eraseInGroups],
  ['notices', eraseInNotices],
  ['audit', eraseInAuditLog],
  ['import', eraseInImport],
  ['outbox', eraseInOutbox],
  // Last, because earlier stages also add to the log.
  ['log', eraseInLog],
];

export const firstStage = 'ordered';

/** On SQLite, whether freed pages are overwritten with zeros as well. */
async function overwriteDeleted({ engine, execute }: Writer, how: 'on' | 'fast'): Promise<void> {
  if (engine === 'sqlite') await execute(`pragma secure_delete = ${how}`, []);
}

async function finish(writer: Writer, { accountId, accounts }: Erasure): Promise<void> {
  // Servers write presence from memory with a delay, so rows may have been written since.
  await writer.db.deleteFrom('presence').where('account_id', 'in', erasedAccountIds(accounts)).execute();
  await endErasure(writer, accountId);
  writer.atCommit((atEnd) => overwriteDeleted(atEnd, 'fast'));
}

/** Processes the next portion of the organization's erasures. Returns whether more work remains. */
export async function eraseNextPortion(writer: Writer): Promise<boolean> {
  const accountId = await nextErasedPerson(writer);
  if (accountId === undefined) return false;
  await erasePortionOf(writer, accountId);
  return (await nextErasedPerson(writer)) !== undefined;
}

/** Processes the next portion of a person's erasure, if it is pending. */
export async function erasePortionOf(writer: Writer, accountId: number): Promise<void> {
  const erasure = await erasureOfPerson(writer, accountId);
  if (!erasure) return;
  const { accounts } = erasure;
  const at = stages.findIndex(([name]) => name === erasure.stage);
  const run = stages[at]?.[1];
  if (!run) throw new Error(`an erasure has the stage "${erasure.stage}", which is unknown to this version`);
  await overwriteDeleted(writer, 'on');
  const texts = new ErasedTexts(accounts, await nameKeysOfOthers(writer, accounts));
  const afterId = await run({ writer, erasure, texts, ids: new Set(erasedAccountIds(accounts)) });
  const next = stages[at + 1];
  if (afterId !== undefined)
    await recordErasureProgress(writer, accountId, { stage: erasure.stage, afterId });
  else if (next) await recordErasureProgress(writer, accountId, { stage: next[0], afterId: 0 });
  else await finish(writer, erasure);
}
