// An account's own lists in the snapshot: alert words, muted accounts and direct conversations, and devices.

import { wireMutedDirect } from '../../model/muted-direct-conversations/muted-direct-conversation.ts';
import { deviceFields } from '../../model/push/push-device.ts';
import { readAlertWords } from '../../stores/accounts/alert-word-store.ts';
import { mutedDirectConversations } from '../../stores/muted-direct-conversations/muted-direct-store.ts';
import { readMutedUsers } from '../../stores/muted-users/muted-user-store.ts';
import { devicesOf } from '../../stores/push/device-store.ts';
import type { SnapshotSection } from './section.ts';

const alertWords: SnapshotSection = {
  gates: ['alert_words'],
  async fromDatabase({ account }, reader) {
    return { alert_words: account ? await readAlertWords(reader, account.id) : [] };
  },
};

const mutedUsers: SnapshotSection = {
  gates: ['muted_users'],
  async fromDatabase({ account }, reader) {
    return { muted_users: account ? await readMutedUsers(reader, account.id) : [] };
  },
};

const mutedDirect: SnapshotSection = {
  gates: ['muted_direct_conversations'],
  async fromDatabase({ account }, reader) {
    const rows = account ? await mutedDirectConversations.ofAccount(reader, account.id) : [];
    return { muted_direct_conversations: rows.map(wireMutedDirect) };
  },
};

const devices: SnapshotSection = {
  gates: ['device'],
  async fromDatabase({ account }, reader) {
    const rows = account ? await devicesOf(reader, account.id) : [];
    return { devices: Object.fromEntries(rows.map((row) => [row.id, deviceFields(row)])) };
  },
};

export const personalListSections: readonly SnapshotSection[] = [
  alertWords,
  mutedUsers,
  mutedDirect,
  devices,
];
