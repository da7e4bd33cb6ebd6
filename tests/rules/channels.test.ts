// Who may administer a channel, as tables.

import { describe } from 'node:test';
import { Role } from '../../src/model/accounts/roles.ts';
import type { Channel } from '../../src/model/channels/channel.ts';
import { checkContentAccess, checkMayAdminister } from '../../src/stores/channels/channel-change-rules.ts';
import { rule } from './rule.ts';

const hiddenChannel = { isPrivate: true, isWebPublic: false } as Channel;
const open = { isPrivate: false, isWebPublic: false } as Channel;
const unrelated = {
  role: Role.member,
  isSubscribed: false,
  isInGrantingGroup: false,
  isInAdministeringGroup: false,
};

describe('administering a channel', () => {
  const refusalText = 'You do not have permission to administer this channel.';
  for (const [what, channel, more, expectedError] of [
    ['an administrator of the organization', hiddenChannel, { role: Role.administrator }, undefined],
    ['an administrator of the channel', hiddenChannel, { isInAdministeringGroup: true }, undefined],
    [
      'a guest in the administering group',
      hiddenChannel,
      { role: Role.guest, isInAdministeringGroup: true },
      'Invalid channel ID',
    ],
    ['a subscriber', hiddenChannel, { isSubscribed: true }, refusalText],
    ['a member, for a public channel', open, {}, refusalText],
    ['a member, for a private channel', hiddenChannel, {}, 'Invalid channel ID'],
  ] as const) {
    rule(what, expectedError, () => checkMayAdminister(channel, { ...unrelated, ...more }));
  }
});

describe('changing settings that require access to the content', () => {
  const refusalText = 'Channel content access is required.';
  rule('an administrator who is not subscribed', refusalText, () =>
    checkContentAccess(hiddenChannel, { ...unrelated, role: Role.administrator }),
  );
  rule('an administrator who is subscribed', undefined, () =>
    checkContentAccess(hiddenChannel, { ...unrelated, isSubscribed: true }),
  );
});
