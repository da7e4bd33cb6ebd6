// A small archive in the form of Zulip's export command, written by the tests themselves: what its people saw is told in
// `zulip.test.ts`.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { systemGroups } from '../../src/model/groups/system-groups.ts';
import { temporaryFolder } from '../support/temporary.ts';

type Table = Record<string, unknown>[];
export type Tables = Record<string, Table>;
/** Files of an archive by their names: tables, lists, or bytes. */
export type Files = Record<string, Tables | Table | Buffer | string>;

export const ANN = 31;
export const BEN = 32;
export const CLEO = 33;
const BOT = 34;
const WELCOME = 7;
export const GENERAL = 41;
export const VAULT = 42;
const RECIPIENT = { general: 51, vault: 52, ann: 53, ben: 54, trio: 55, welcome: 56 } as const;
const REALM = 9;
const NOW = 1_700_000_000;
export const UPLOAD = `${REALM}/a1/${'s'.repeat(24)}/plan.txt`;

const READ = 1;
const STARRED = 2;
const MENTIONED = 8;
const EVERYBODY = 16;
const TOPIC = 32;
const HISTORICAL = 1024;

function person(id: number, email: string, name: string, role: number, more: Record<string, unknown> = {}) {
  return {
    id,
    delivery_email: email,
    email,
    full_name: name,
    role,
    is_active: true,
    is_bot: false,
    date_joined: NOW + 0.5,
    avatar_source: 'G',
    avatar_version: 1,
    timezone: '',
    ...more,
  };
}

function channel(id: number, name: string, recipient: number, more: Record<string, unknown> = {}) {
  return {
    id,
    name,
    recipient,
    description: `About **${name}**`,
    date_created: NOW,
    creator: ANN,
    deactivated: false,
    invite_only: false,
    history_public_to_subscribers: true,
    is_web_public: false,
    message_retention_days: null,
    can_send_message_group: 106,
    can_administer_channel_group: 120,
    ...more,
  };
}

function message(
  id: number,
  sender: number,
  recipient: number,
  content: string,
  more: Record<string, unknown> = {},
) {
  return {
    id,
    sender,
    recipient,
    realm: REALM,
    type: 1,
    subject: recipient === RECIPIENT.general || recipient === RECIPIENT.vault ? 'plans' : '',
    content,
    rendered_content: `<p>somewhere else</p>`,
    date_sent: NOW + id + 0.25,
    sending_client: 1,
    edit_history: null,
    ...more,
  };
}

function received(messageId: number, masks: Record<number, number>) {
  return Object.entries(masks).map(([account, mask]) => ({
    id: messageId * 100 + Number(account),
    user_profile: Number(account),
    message: messageId,
    flags_mask: mask,
  }));
}

const edits = JSON.stringify([
  { user_id: ANN, timestamp: NOW + 900, prev_content: 'first', prev_rendered_content: '<p>first</p>' },
]);
const moves = JSON.stringify([
  {
    user_id: ANN,
    timestamp: NOW + 901,
    prev_stream: GENERAL,
    stream: VAULT,
    prev_topic: 'plans',
    topic: 'safe',
  },
]);

/** The messages, and who received them: Cleo joins the vault after its first message and leaves before its last. */
const messages: Tables = {
  zerver_message: [
    message(1000, ANN, RECIPIENT.general, 'hello @**Ben** :wave:', { edit_history: edits }),
    message(1001, BEN, RECIPIENT.general, '@**all** a word for #123', { edit_history: null }),
    message(1002, ANN, RECIPIENT.vault, 'before Cleo came'),
    message(1003, ANN, RECIPIENT.vault, `while Cleo was here: [plan](/user_uploads/${UPLOAD})`),
    message(1004, ANN, RECIPIENT.vault, 'after Cleo left'),
    message(1005, ANN, RECIPIENT.vault, 'from elsewhere', { subject: 'safe', edit_history: moves }),
    message(1006, BEN, RECIPIENT.ann, 'between two'),
    message(1007, CLEO, RECIPIENT.trio, 'between three'),
    message(1008, WELCOME, RECIPIENT.ben, 'Welcome!'),
    message(1009, ANN, RECIPIENT.general, '/poll Tea?\nyes\nno', { subject: '' }),
    message(1010, BEN, RECIPIENT.general, '@**topic** anyone', { subject: '' }),
  ],
  zerver_usermessage: [
    // Not in the order of messages, as a database may give them.
    ...received(1001, {
      [ANN]: READ | EVERYBODY,
      [BEN]: READ | EVERYBODY,
      [CLEO]: HISTORICAL | STARRED | READ,
    }),
    ...received(1000, { [ANN]: READ, [BEN]: MENTIONED }),
    ...received(1002, { [ANN]: READ, [BEN]: 0 }),
    ...received(1003, { [ANN]: READ, [BEN]: READ | STARRED, [CLEO]: 0 }),
    ...received(1004, { [ANN]: READ, [BEN]: 0 }),
    ...received(1005, { [ANN]: READ, [BEN]: 0 }),
    ...received(1006, { [ANN]: 0, [BEN]: READ }),
    ...received(1007, { [ANN]: READ, [BEN]: 0, [CLEO]: READ }),
    ...received(1008, { [BEN]: READ }),
    ...received(1009, { [ANN]: READ, [BEN]: READ }),
    ...received(1010, { [ANN]: TOPIC, [BEN]: READ }),
  ],
};

const systemGroupRows = systemGroups.map((group, at) => ({
  id: 100 + at,
  name: group.name,
  description: group.description,
  is_system_group: true,
  deactivated: false,
}));

/** The archive's tables and lists; a fresh copy each time. */
export function zulipFiles(): { 'realm.json': Tables; 'messages-000001.json': Tables } & Files {
  return structuredClone({
    'migration_status.json': { migrations_by_app: [] },
    'realm.json': {
      zerver_realm: [
        {
          id: REALM,
          name: 'Harbour',
          string_id: 'harbour',
          uuid: '6f1f7f2e-0000-4000-8000-000000000001',
          description: 'Ships',
          date_created: NOW,
          invite_required: false,
          message_content_edit_limit_seconds: null,
          new_stream_announcements_stream: GENERAL,
          can_create_groups: 102,
          message_retention_days: -1,
          message_edit_history_visibility_policy: 1,
        },
      ],
      zerver_realmuserdefault: [{ id: 1, twenty_four_hour_time: true }],
      zerver_userprofile: [
        person(ANN, 'ann@harbour.example', 'Ann Archer', 100),
        person(BEN, 'ben@harbour.example', 'Ben', 400, { enter_sends: true, timezone: 'Europe/Berlin' }),
        person(CLEO, 'cleo@harbour.example', 'Cleo', 400),
        person(BOT, 'tide-bot@harbour.example', 'Tide', 400, { is_bot: true, bot_type: 1, bot_owner: ANN }),
        person(35, 'gone@harbour.example', 'Gone', 400, { is_active: false }),
      ],
      zerver_userprofile_mirrordummy: [],
      zerver_userprofile_crossrealm: [
        { id: WELCOME, email: 'welcome-bot@zulip.com', recipient_id: RECIPIENT.welcome },
      ],
      zerver_usergroup: [...systemGroupRows, { id: 110 }, { id: 120 }].map(({ id }) => ({
        id,
        realm: REALM,
      })),
      zerver_namedusergroup: [
        ...systemGroupRows,
        {
          id: 110,
          name: 'sailors',
          description: 'At sea',
          is_system_group: false,
          creator: ANN,
          can_manage_group: 120,
          deactivated: false,
        },
      ],
      zerver_usergroupmembership: [
        { id: 1, user_group: 110, user_profile: BEN },
        { id: 2, user_group: 120, user_profile: BEN },
      ],
      zerver_groupgroupmembership: [],
      zerver_stream: [
        channel(GENERAL, 'general', RECIPIENT.general),
        channel(VAULT, 'vault', RECIPIENT.vault, { invite_only: true, history_public_to_subscribers: false }),
        channel(43, 'wreck', 57, { deactivated: true }),
      ],
      zerver_defaultstream: [{ id: 1, stream: GENERAL }],
      zerver_recipient: [
        { id: RECIPIENT.general, type: 2, type_id: GENERAL },
        { id: RECIPIENT.vault, type: 2, type_id: VAULT },
        { id: 57, type: 2, type_id: 43 },
        { id: RECIPIENT.ann, type: 1, type_id: ANN },
        { id: RECIPIENT.ben, type: 1, type_id: BEN },
        { id: RECIPIENT.trio, type: 3, type_id: 1 },
      ],
      zerver_subscription: [
        ...[ANN, BEN].flatMap((user_profile) =>
          [RECIPIENT.general, RECIPIENT.vault].map((recipient) => ({
            user_profile,
            recipient,
            active: true,
            color: '#76ce90',
            is_muted: user_profile === BEN && recipient === RECIPIENT.vault,
            pin_to_top: user_profile === ANN,
          })),
        ),
        { user_profile: CLEO, recipient: RECIPIENT.vault, active: false, color: '#fae589' },
        ...[ANN, BEN, CLEO].map((user_profile) => ({
          user_profile,
          recipient: RECIPIENT.trio,
          active: true,
        })),
      ],
      zerver_client: [{ id: 1, name: 'website' }],
      zerver_realmemoji: [
        { id: 61, name: 'anchor_fun', author: ANN, file_name: '61.png', deactivated: false },
      ],
      zerver_realmfilter: [
        { id: 71, pattern: '#(?P<id>[0-9]+)', url_template: 'https://dock.example/{id}', order: 0 },
      ],
      zerver_realmdomain: [{ id: 1, domain: 'harbour.example', allow_subdomains: false }],
      zerver_customprofilefield: [
        { id: 81, name: 'Ship', hint: '', order: 1, field_type: 1, field_data: '' },
      ],
      zerver_customprofilefieldvalue: [{ user_profile: BEN, field: 81, value: 'The *Gull*' }],
      zerver_alertword: [{ id: 1, user_profile: BEN, word: 'storm' }],
      zerver_muteduser: [{ id: 1, user_profile: BEN, muted_user: CLEO, date_muted: NOW }],
      zerver_usertopic: [
        { user_profile: ANN, stream: GENERAL, topic_name: 'plans', visibility_policy: 3, last_updated: NOW },
      ],
      zerver_savedsnippet: [{ user_profile: BEN, title: 'Hi', content: 'Hello **all**', date_created: NOW }],
      zerver_scheduledmessage: [
        {
          sender: BEN,
          recipient: RECIPIENT.general,
          subject: 'later',
          content: 'in time',
          scheduled_timestamp: 4_000_000_000,
          sending_client: 1,
          delivered: false,
          delivery_type: 1,
        },
        {
          sender: BEN,
          recipient: RECIPIENT.ann,
          subject: '',
          content: 'for Ann alone',
          scheduled_timestamp: 4_000_000_001,
          sending_client: 1,
          delivered: false,
          delivery_type: 1,
        },
      ],
      zerver_reaction: [
        {
          user_profile: BEN,
          message: 1000,
          emoji_name: 'wave',
          emoji_code: '1f44b',
          reaction_type: 'unicode_emoji',
        },
        {
          user_profile: ANN,
          message: 1001,
          emoji_name: 'anchor_fun',
          emoji_code: '61',
          reaction_type: 'realm_emoji',
        },
      ],
    },
    'messages-000001.json': messages,
    'attachment.json': {
      zerver_attachment: [
        {
          id: 1,
          owner: ANN,
          path_id: UPLOAD,
          file_name: 'plan.txt',
          create_time: NOW,
          content_type: 'text/plain',
        },
      ],
    },
    'emoji/records.json': [{ path: `${REALM}/emoji/images/61.png`, file_name: '61.png' }],
    'realm_icons/records.json': [{ path: `${REALM}/icon.original` }, { path: `${REALM}/icon.png` }],
    'avatars/records.json': [{ path: `${REALM}/ben.png`, user_profile_id: BEN }],
  });
}

/** Writes an archive; gives its path. */
export async function writtenArchive(files: Files, folder = 'export'): Promise<string> {
  const entries = Object.entries(files).map(([name, content]) => {
    const isReady = Buffer.isBuffer(content) || typeof content === 'string';
    const bytes = Buffer.from(isReady ? content : JSON.stringify(content));
    return { header: { name: `${folder}/${name}`, size: bytes.length, type: 'file' as const }, body: bytes };
  });
  const path = join(temporaryFolder(), 'export.tar.gz');
  await writeFile(path, gzipSync(await packTar(entries)));
  return path;
}
