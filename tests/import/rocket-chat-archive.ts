// Small collections of a Rocket.Chat database, as mongoexport writes them.

import { type Files, lines } from './service-archives.ts';

const on = (second: number) => ({ $date: `2023-05-01T10:00:0${second}.000Z` });
const by = (name: string) => ({ u: { _id: `u${name}`, username: name, name: `${name} Sailor` } });

/** A message in a room. */
export const sent = (id: string, rid: string, name: string, msg: string, more = {}) => ({
  _id: id,
  rid,
  msg,
  ts: on(Number(id.slice(1)) % 10),
  ...by(name),
  ...more,
});
const person = (name: string, roles: string[], more = {}) => ({
  _id: `u${name}`,
  username: name,
  name: `${name} Sailor`,
  emails: [{ address: `${name}@ship.example`, verified: true }],
  services: { password: { bcrypt: 'secret' } },
  roles,
  active: true,
  type: 'user',
  __rooms: ['GENERAL', 'vault'],
  ...more,
});

export const messages = [
  sent('m2', 'GENERAL', 'ben', 'I do', {
    tmid: 'm1',
    editedAt: on(3),
    editedBy: { _id: 'uben' },
    reactions: { ':thumbsup:': { usernames: ['ann', 'left'] }, ':own:': { usernames: ['ann'] } },
  }),
  sent('m1', 'GENERAL', 'ann', 'Who *sails* _soon_, @ben? See #general ~no~', {
    tcount: 1,
    pinned: true,
    pinnedAt: { $date: '2023-05-02T10:00:00.000Z' },
    pinnedBy: { _id: 'uben', username: 'ben' },
  }),
  sent('m3', 'GENERAL', 'ben', 'ben', { t: 'uj' }),
  sent('m4', 'GENERAL', 'ann', '', {
    file: { _id: 'f1', name: 'plan.txt', type: 'text/plain' },
    files: [
      { _id: 'f1', name: 'plan.txt', type: 'text/plain' },
      { _id: 'f2', name: 'thumb-plan.txt', type: 'image/png', typeGroup: 'thumb' },
      { _id: 'f3', name: 'lost.txt' },
    ],
    attachments: [{ type: 'file', title: 'plan.txt', description: 'see' }],
    starred: [{ _id: 'uben' }],
  }),
  sent('m5', 'GENERAL', 'gone', '[ ](https://chat.example/channel/general?msg=m1) yes', {
    ts: { $date: { $numberLong: '1682935205000' } },
    attachments: [
      {
        message_link: 'x',
        author_name: 'ann',
        text: 'Who sails?',
        attachments: [{ message_link: 'y', author_name: 'ben', text: 'deeper' }],
      },
    ],
  }),
  sent('m6', 'd1', 'ben', 'ahoy'),
  sent('m7', 'vault', 'ann', 'secret', { t: 'e2e' }),
  sent('m8', 'l1', 'ann', 'visitor'),
  sent('m9', 'vault', 'rocket.cat', 'Build 7 failed', {
    alias: 'Builder',
    bot: { i: 'integration' },
    attachments: [
      {
        title: 'Log',
        title_link: 'https://ci.example/(7)',
        text: '*3* errors',
        fields: [{ title: 'Branch', value: 'main' }],
      },
    ],
  }),
  sent('m10', 'GENERAL', 'ann', 'before the edit', { _hidden: true, parent: 'm1' }),
];

export function rocketChatFiles(): Files {
  return {
    'users.json': lines(
      person('ann', ['admin', 'user']),
      person('ben', ['user']),
      person('cleo', ['guest'], { emails: [], active: false }),
      person('rocket.cat', ['bot'], { name: 'Rocket.Cat', emails: [], type: 'bot' }),
    ),
    'rocketchat_room.json': lines(
      { _id: 'GENERAL', t: 'c', name: 'general', ts: on(0), default: true, description: 'All', ro: true },
      { _id: 'vault', t: 'p', name: 'vault', fname: 'The Vault', u: { _id: 'uann' } },
      { _id: 'd1', t: 'd', uids: ['uann', 'uben'], usernames: ['ann', 'ben'] },
      { _id: 'l1', t: 'l' },
    ),
    'rocketchat_subscription.json': [
      { _id: 's1', rid: 'GENERAL', u: { _id: 'uann' }, f: true },
      { _id: 's2', rid: 'GENERAL', u: { _id: 'uben' }, disableNotifications: true },
      { _id: 's3', rid: 'vault', u: { _id: 'uann' } },
      { _id: 's4', rid: 'd1', u: { _id: 'uann' } },
    ],
    'rocketchat_message.json': lines(...messages),
    'uploads/f1.txt': 'the plan',
  };
}
