// A small archive in the form of Mattermost's bulk export, written by the tests themselves: what its people see of it here is
// told in `mattermost.test.ts`.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../support/temporary.ts';
import { zipOf } from './zip.ts';

type Fields = Record<string, unknown>;
export type Line = Fields & { type: string };

const START = 1_700_000_000_000;

const line = (type: string, fields: Fields): Line => ({ type, [type]: fields });

function person(username: string, roles: string, channels: string[], more: Fields = {}): Line {
  return line('user', {
    username,
    email: `${username}@ship.example`,
    first_name: `${username[0]?.toUpperCase()}${username.slice(1).replace('.', '')}`,
    last_name: 'Sailor',
    nickname: '',
    roles: 'system_user',
    teams: [
      {
        name: 'ship',
        roles,
        channels: channels.map((name) => ({
          name,
          roles: 'channel_user',
          favorite: name === 'vault',
          notify_props: { mark_unread: name === 'deck' ? 'mention' : 'all' },
        })),
      },
    ],
    ...more,
  });
}

function channel(name: string, more: Fields = {}): Line {
  const fields = {
    team: 'ship',
    name,
    display_name: name.toUpperCase(),
    type: 'O',
    header: '',
    purpose: `About ${name}`,
  };
  return line('channel', { ...fields, ...more });
}

/** What somebody has written some seconds after the beginning. */
export function written(at: number, user: string, message: string, more: Fields = {}): Fields {
  return { user, message, create_at: START + 1000 * at, ...more };
}

export const post = (name: string, fields: Fields, team = 'ship') =>
  line('post', { team, channel: name, ...fields });
const direct = (members: string[], fields: Fields) =>
  line('direct_post', { channel_members: members, ...fields });

/** The lines of an export of two teams. */
export function mattermostLines(): Line[] {
  return [
    { type: 'version', version: 1 } as unknown as Line,
    line('role', { name: 'system_admin' }),
    line('team', { name: 'ship', display_name: 'The Ship', type: 'O' }),
    line('team', { name: 'pier', display_name: 'The Pier', type: 'O' }),
    channel('town-square', { display_name: 'Town Square' }),
    channel('deck', { deleted_at: START }),
    channel('vault', { type: 'P', purpose: '', header: 'Keys' }),
    channel('town-square', { team: 'pier', display_name: 'Elsewhere' }),
    person('ann.of.sea', 'team_user team_admin', ['town-square', 'vault'], {
      profile_image: 'profile/ann.png',
    }),
    person('ben', 'team_user', ['town-square', 'deck']),
    person('cleo', 'team_guest', [], {
      timezone: { useAutomaticTimezone: 'true', automaticTimezone: 'Europe/Lisbon' },
    }),
    person('gone', 'team_user', [], { delete_at: START }),
    person('pete', '', [], { teams: [{ name: 'pier', roles: 'team_admin', channels: [] }] }),
    person('idle', '', [], { teams: null }),
    line('bot', { username: 'tide', display_name: 'Tide', owner: 'ann.of.sea' }),
    post(
      'town-square',
      written(50, 'ben', 'later, ~deck and _wind_ __here__ snake_case_name `@ben` https://x.example/_a_'),
    ),
    post('town-square', {
      ...written(10, 'ann.of.sea', 'Who sails, @ben? @all', {
        edit_at: START + 12_000,
        flagged_by: ['ben', 'pete'],
      }),
      reactions: [
        { user: 'ben', emoji_name: 'thumbsup', create_at: START },
        { user: 'ben', emoji_name: 'gull', create_at: START },
        { user: 'cleo', emoji_name: 'unheard_of', create_at: START },
      ],
      replies: [written(60, 'ben', 'I do'), written(20, 'pete', 'so do I, @ann.of.sea.')],
    }),
    post('town-square', written(5, 'ben', 'ben joined the channel', { type: 'system_join_channel' })),
    post(
      'town-square',
      written(30, 'tide', '', {
        props: { attachments: [{ title: 'High', title_link: 'https://tide.example', text: 'at *noon*' }] },
      }),
    ),
    post(
      'vault',
      written(40, 'ann.of.sea', 'the key, @ben', {
        attachments: [{ path: '20231114/teams/x/plan.txt' }, { path: '../../etc/passwd' }],
      }),
    ),
    post('town-square', written(41, 'pete', 'elsewhere'), 'pier'),
    line('emoji', { name: 'gull', image: 'exported_emoji/1/image' }),
    line('direct_channel', { members: ['ann.of.sea', 'ben'] }),
    direct(['ann.of.sea', 'ben'], {
      ...written(35, 'ben', 'between us'),
      replies: [written(36, 'ann.of.sea', 'indeed')],
    }),
    direct(['ann.of.sea', 'ben', 'cleo'], written(45, 'cleo', 'three of us')),
    direct(['ben', 'pete'], written(46, 'pete', 'of two teams')),
  ];
}

/** Lines as a ZIP file with files beside them; lines that are texts stand as they are. */
export async function writtenBulkExport(
  lines: readonly (Line | string)[],
  files: Readonly<Record<string, string | Buffer>> = {},
): Promise<string> {
  const path = join(temporaryFolder(), 'export.zip');
  const list = lines.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');
  await writeFile(
    path,
    zipOf({ 'import.jsonl': `${list}\n`, 'data/20231114/teams/x/plan.txt': 'the plan', ...files }),
  );
  return path;
}
