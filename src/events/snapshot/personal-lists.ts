// A person's own lists in the snapshot: the words that alert them, and whom they muted.

import { readAlertWords } from '../../model/accounts/alert-word-store.ts';
import { readMutedUsers } from '../../model/muted-users/store.ts';
import type { SnapshotSection } from './section.ts';

const alertWords: SnapshotSection = {
  gates: ['alert_words'],
  async fromTables({ account }, reader) {
    return { alert_words: account ? await readAlertWords(reader, account.id) : [] };
  },
};

const mutedUsers: SnapshotSection = {
  gates: ['muted_users'],
  async fromTables({ account }, reader) {
    return { muted_users: account ? await readMutedUsers(reader, account.id) : [] };
  },
};

export const personalListSections: readonly SnapshotSection[] = [alertWords, mutedUsers];
