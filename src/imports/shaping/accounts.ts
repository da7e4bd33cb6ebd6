// An account as most archives tell of it: what they do not tell is as for somebody who signs up.

import type { ImportedAccount } from '../records/directory.ts';

type Told = Pick<ImportedAccount, 'id' | 'email' | 'fullName' | 'role'> & Partial<ImportedAccount>;

export function accountWith(told: Told): ImportedAccount {
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
    ...told,
  };
}
