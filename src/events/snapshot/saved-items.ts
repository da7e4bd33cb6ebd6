// An account's saved items in the snapshot: drafts, scheduled messages, reminders, snippets, its navigation views
// and the arrangement of its sidebar.

import type { Account } from '../../model/accounts/account.ts';
import { wireDraft } from '../../model/drafts/draft.ts';
import { wireNavigationView } from '../../model/navigation-views/navigation-view.ts';
import { wireReminder } from '../../model/reminders/reminder.ts';
import { wireSnippet } from '../../model/saved-snippets/saved-snippet.ts';
import { wireScheduledMessage } from '../../model/scheduled-messages/scheduled-message.ts';
import { unarranged } from '../../model/sidebar/sidebar.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { drafts } from '../../stores/drafts/draft-store.ts';
import { navigationViews } from '../../stores/navigation-views/navigation-view-store.ts';
import { reminders } from '../../stores/reminders/reminder-store.ts';
import { savedSnippets } from '../../stores/saved-snippets/saved-snippet-store.ts';
import { scheduledMessages } from '../../stores/scheduled-messages/scheduled-message-store.ts';
import { readSidebar } from '../../stores/sidebar/sidebar-store.ts';
import type { SnapshotSection } from './section.ts';

/** A list of the account's own; empty for anonymous viewers. */
function own<Row>(
  gate: string,
  read: (reader: Reader, accountId: number) => Promise<readonly Row[]>,
  wire: (row: Row) => unknown,
  has: (account: Account) => boolean = () => true,
): SnapshotSection {
  return {
    gates: [gate],
    async fromDatabase({ account }, reader) {
      const rows = account && has(account) ? await read(reader, account.id) : [];
      return { [gate]: rows.map(wire) };
    },
  };
}

const sidebar: SnapshotSection = {
  gates: ['sidebar'],
  async fromDatabase({ account }, reader) {
    return { sidebar: account ? await readSidebar(reader, account.id) : unarranged };
  },
};

export const savedItemSections: readonly SnapshotSection[] = [
  own('drafts', drafts.ofAccount, wireDraft, ({ settings }) => settings.enable_drafts_synchronization),
  own('scheduled_messages', scheduledMessages.ofAccount, wireScheduledMessage),
  own('reminders', reminders.ofAccount, wireReminder),
  own('saved_snippets', savedSnippets.ofAccount, wireSnippet),
  own('navigation_views', navigationViews.ofAccount, wireNavigationView),
  sidebar,
];
