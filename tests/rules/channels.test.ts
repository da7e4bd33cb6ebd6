// Who may administer a channel, as tables.

import { describe } from 'node:test';
import { Role } from '../../src/model/accounts/roles.ts';
import type { Channel } from '../../src/model/channels/channel.ts';
import { checkContentAccess, checkMayAdminister } from '../../src/stores/channels/channel-change-rules.ts';
import { rule } from './rule.ts';

const hidden = { isPrivate: true, isWebPublic: false } as Channel;
const open = { isPrivate: false, isWebPublic: false } as Channel;
const unrelated = {
  role: Role.member,
  isSubscribed: false,
  isInGrantingGroup: false,
  isInAdministeringGroup: false,
};

describe('administering a channel', () => {
  const refused = 'You do not have permission to administer this channel.';
  for (const [what, channel, more, expectedError] of [
    ['an administrator of the organization', hidden, { role: Role.administrator }, undefined],
    ['an administrator of the channel', hidden, { isInAdministeringGroup: true }, undefined],
    [
      'a guest in the administering group',
      hidden,
      { role: Role.guest, isInAdministeringGroup: true },
      'Invalid channel ID',
    ],
    ['a subscriber', hidden, { isSubscribed: true }, refused],
    ['a member, for a public channel', open, {}, refused],
    ['a member, for a private channel', hidden, {}, 'Invalid channel ID'],
  ] as const) {
    rule(what, expectedError, () => checkMayAdminister(channel, { ...unrelated, ...more }));
  }
});

describe('changing settings that require access to the content', () => {
  const refused = 'Channel content access is required.';
  rule('an administrator who is not subscribed', refused, () =>
    checkContentAccess(hidden, { ...unrelated, role: Role.administrator }),
  );
  rule('an administrator who is subscribed', undefined, () =>
    checkContentAccess(hidden, { ...unrelated, isSubscribed: true }),
  );
});
