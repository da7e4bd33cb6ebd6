// A small archive in the form of Slack's exports, written by the tests themselves: what its people see of it here is told in
// `slack.test.ts`.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../support/temporary.ts';
import { zipOf } from './zip.ts';

type List = Record<string, unknown>[];
/** Files of an export by their names: lists, or bytes. */
export type SlackFiles = Record<string, List | Buffer | string>;

const START = 1_700_000_000;

export function person(id: string, name: string, more: Record<string, unknown> = {}) {
  const { profile, ...fields } = more;
  return {
    id,
    team_id: 'T1',
    name,
    deleted: false,
    real_name: `${name[0]?.toUpperCase()}${name.slice(1)} Sailor`,
    tz: 'Europe/Lisbon',
    profile: { email: `${name}@ship.example`, avatar_hash: 'g123', ...(profile as object) },
    ...fields,
  };
}

/** A message some seconds after the beginning. */
export function said(at: number, user: string, text: string, more: Record<string, unknown> = {}) {
  return { type: 'message', ts: `${START + at}.000100`, user, text, ...more };
}

const thread = (at: number) => ({ thread_ts: `${START + at}.000100` });

function channel(id: string, name: string, members: string[], more: Record<string, unknown> = {}) {
  return {
    id,
    name,
    created: START - 1000,
    creator: 'UANN',
    is_archived: false,
    is_general: false,
    members,
    topic: { value: '' },
    purpose: { value: `About ${name}` },
    ...more,
  };
}

/** The files of an export; `filesAt` is where its files lie. */
export function slackFiles(
  filesAt = 'https://files.slack.com',
): SlackFiles & { 'users.json': List; 'channels.json': List } {
  const file = (id: string, name: string, more: Record<string, unknown> = {}) => ({
    id,
    name,
    title: name,
    mimetype: 'text/plain',
    created: START,
    user: 'UANN',
    url_private: `${filesAt}/${id}/${name}?t=xoxe-secret`,
    url_private_download: `${filesAt}/${id}/download/${name}?t=xoxe-secret`,
    ...more,
  });
  return {
    'users.json': [
      person('UBEN', 'ben', { is_admin: true }),
      person('UANN', 'ann', { is_primary_owner: true, is_owner: true, is_admin: true }),
      person('UCLEO', 'cleo', { is_restricted: true, tz: 'Nowhere/Else' }),
      person('UGONE', 'gone', { deleted: true, profile: { email: undefined } }),
      person('UBOT', 'tide', {
        is_bot: true,
        profile: { email: undefined, bot_id: 'BTIDE', real_name: 'Tide Bot' },
      }),
    ],
    'channels.json': [
      channel('CGEN', 'general', ['UANN', 'UBEN'], { is_general: true }),
      channel('COLD', 'old', [], { is_archived: true }),
    ],
    'groups.json': [channel('GVAULT', 'vault', ['UANN'])],
    'dms.json': [{ id: 'DAB', created: START, members: ['UANN', 'UBEN'] }],
    'mpims.json': [
      { id: 'GTRIO', name: 'mpdm-ann--ben--cleo-1', created: START, members: ['UANN', 'UBEN', 'UCLEO'] },
    ],
    'integration_logs.json': [],
    'general/2023-11-15.json': [
      said(90_000, 'UBEN', 'second day', thread(10)),
      said(90_001, 'UANN', `long ${'word '.repeat(2500)}end`),
      said(90_002, 'UGONE', 'see <@UBEN> and <@UCLEO>'),
    ],
    'general/2023-11-14.json': [
      said(1, 'UBEN', '<@UBEN> has joined the channel', { subtype: 'channel_join' }),
      said(10, 'UANN', 'Who *sails* <@UBEN>?', {
        ...thread(10),
        reactions: [
          { name: 'thumbsup::skin-tone-3', users: ['UBEN', 'UCLEO'], count: 2 },
          { name: '+1', users: ['UBEN'], count: 1 },
          { name: 'gull', users: ['UANN'], count: 1 },
          { name: 'mew', users: ['UBEN'], count: 1 },
          { name: 'unheard_of', users: ['UBEN'], count: 1 },
          { name: 'man-shrugging', users: ['UANN'], count: 1 },
        ],
      }),
      said(20, 'UBEN', 'I do', { ...thread(10), edited: { user: 'UBEN', ts: `${START + 25}.000000` } }),
      said(30, 'UANN', 'Who *sails* <@UBEN>?', thread(30)),
      said(
        40,
        'UBEN',
        '<!channel> in <#CGEN|general>, <https://sea.example/a_b_c|the sea> &amp; _wind_ ~calm~ `*x*`',
      ),
      said(50, 'UANN', 'fallback', {
        blocks: [
          {
            type: 'rich_text',
            elements: [
              {
                type: 'rich_text_section',
                elements: [
                  { type: 'text', text: 'bring ', style: { bold: true } },
                  { type: 'user', user_id: 'UBEN' },
                ],
              },
              {
                type: 'rich_text_list',
                style: 'bullet',
                elements: [
                  { type: 'rich_text_section', elements: [{ type: 'text', text: 'rope' }] },
                  { type: 'rich_text_section', elements: [{ type: 'emoji', name: 'boat', unicode: '26f5' }] },
                ],
              },
              { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'a < b' }] },
            ],
          },
        ],
      }),
      {
        type: 'message',
        subtype: 'bot_message',
        ts: `${START + 60}.000100`,
        bot_id: 'BHOOK',
        username: 'Harbour*Hook',
        text: '',
        attachments: [{ title: 'Ship in', text: 'at *pier* 4' }],
      },
      said(70, 'UBOT', 'high at noon', { bot_id: 'BTIDE', subtype: 'bot_message' }),
      said(80, 'UANN', 'the plan', {
        files: [
          file('F1', 'plan.txt'),
          file('F2', 'gone.txt', { mode: 'tombstone' }),
          file('F3', 'missing.txt'),
          file('F4', 'sheet', {
            is_external: true,
            url_private: 'https://docs.example/sheet',
            url_private_download: '',
          }),
        ],
      }),
      said(85, 'USTRANGER', 'ahoy', { user_profile: { real_name: 'Strange Sailor', name: 'strange' } }),
      said(86, 'UANN', 'waves', {
        subtype: 'me_message',
        thread_ts: null,
        edited: null,
        files: null,
        reactions: null,
      }),
    ],
    'vault/2023-11-14.json': [said(15, 'UANN', 'the key, <@UBEN>')],
    'DAB/2023-11-14.json': [said(35, 'UBEN', 'between <@UANN> and me', thread(35))],
    'mpdm-ann--ben--cleo-1/2023-11-14.json': [said(45, 'UCLEO', 'three of us')],
    'emoji.json': JSON.stringify({
      mew: 'alias:gull',
      a: 'alias:b',
      b: 'alias:a',
      gull: 'https://emoji.example/gull.png',
    }),
    '__uploads/F9/unused.txt': 'unused',
  };
}

/** An export as a ZIP file. */
export async function writtenExport(
  files: SlackFiles,
  name = 'Ship Slack export Nov 1 2023 - Nov 15 2023.zip',
): Promise<string> {
  const path = join(temporaryFolder(), name);
  const bytes = Object.entries(files).map(([entry, content]) => [
    entry,
    typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
  ]);
  await writeFile(path, zipOf(Object.fromEntries(bytes)));
  return path;
}
