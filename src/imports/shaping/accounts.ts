// Completes an account from the fields that most archives contain. All other fields get the values of a new
// account.

import type { ImportedAccount } from '../records/directory.ts';

type KnownAccount = Pick<ImportedAccount, 'id' | 'email' | 'fullName' | 'role'> & Partial<ImportedAccount>;

export function accountWith(fields: KnownAccount): ImportedAccount {
  return {
    isActive: true,
    isStub: false,
    botType: null,
    botOwnerId: null,
    dateJoined: 0,
    lastLoginAt: null,
    timezone: '',
    avatarSource: 'G',
    avatarVersion: 1,
    settings: {},
    canCreateUsers: false,
    canChangeUserEmails: false,
    canForgeSender: false,
    defaultSendingChannelId: null,
    defaultEventsChannelId: null,
    defaultAllPublicChannels: false,
    ...fields,
  };
}
