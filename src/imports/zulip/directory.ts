// Everything in a Zulip archive except messages, subscriptions and reactions, which may be very numerous.

import { systemGroups } from '../../model/groups/system-groups.ts';
import type { ArchiveFolder } from '../archive/archive-folder.ts';
import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';
import type { Row } from '../archive/row.ts';
import type { ImportedDirectory, ImportedScheduled } from '../records/directory.ts';
import type { Notes } from '../records/notes.ts';
import { accountOf, serviceBots } from './accounts.ts';
import { channelOf, folderOf, groupOf } from './channels.ts';
import { avatarsOf, emojiOf, picturesOf } from './files.ts';
import { ArchivedGroups } from './group-settings.ts';
import { organizationOf } from './organization.ts';
import type { Recipients } from './recipients.ts';

/** The tables that are held in memory while an archive is read. */
export const directoryTables = [
  'zerver_realm',
  'zerver_realmuserdefault',
  'zerver_userprofile',
  'zerver_userprofile_mirrordummy',
  'zerver_userprofile_crossrealm',
  'zerver_usergroup',
  'zerver_namedusergroup',
  'zerver_usergroupmembership',
  'zerver_groupgroupmembership',
  'zerver_stream',
  'zerver_channelfolder',
  'zerver_defaultstream',
  'zerver_recipient',
  'zerver_client',
  'zerver_realmemoji',
  'zerver_realmfilter',
  'zerver_realmplayground',
  'zerver_realmdomain',
  'zerver_customprofilefield',
  'zerver_customprofilefieldvalue',
  'zerver_alertword',
  'zerver_muteduser',
  'zerver_usertopic',
  'zerver_userstatus',
  'zerver_onboardingstep',
  'zerver_savedsnippet',
  'zerver_scheduledmessage',
  'zerver_draft',
  'zerver_service',
  'zerver_botstoragedata',
  'zerver_botconfigdata',
  'zerver_userpresence',
] as const;

export type DirectoryTables = ReadonlyMap<string, readonly Row[]>;

/** Tables that have no equivalent here, or no meaning on another server. */
const notImported = [
  ['zerver_botstoragedata', 'data stored by bots', 'bots start over on another server'],
  [
    'zerver_botconfigdata',
    'configuration of embedded bots',
    'embedded bots belong to the server they ran on',
  ],
  ['zerver_userpresence', 'times of activity', 'they are recorded from the first visit on'],
] as const;

/** The directory of an archive. */
export async function directoryOf(
  folder: ArchiveFolder,
  tables: DirectoryTables,
  recipients: Recipients,
  notes: Notes,
): Promise<ImportedDirectory> {
  const rows = (name: (typeof directoryTables)[number]) => tables.get(name) ?? [];
  const [realm] = rows('zerver_realm');
  if (!realm) throw new InvalidArchiveError('realm.json, zerver_realm', 'it contains no organization.');
  for (const [table, what, why] of notImported) notes.add(what, why, (tables.get(table) ?? []).length);
  if (!tables.get('zerver_draft')?.length) notes.add('drafts', 'exports of this type contain none');
  const groups = new ArchivedGroups(tables);
  const defaults = new Set(rows('zerver_defaultstream').map((row) => row.id('stream')));
  return {
    organization: organizationOf(realm, rows('zerver_realmuserdefault')[0], groups, notes),
    ...accountsOf(tables, notes),
    groups: groups.namedGroups
      .map((row) => groupOf(row, groups))
      .filter(({ isSystem, name }) => !isSystem || isKnown(name)),
    folders: rows('zerver_channelfolder').map(folderOf),
    channels: rows('zerver_stream').map((row) => channelOf(row, groups, defaults)),
    emoji: await emojiOf(folder, rows('zerver_realmemoji')),
    linkifiers: rows('zerver_realmfilter').map((row, at) => ({
      id: row.id('id'),
      position: row.number('order', at),
      pattern: row.text('pattern'),
      urlTemplate:
        row.optionalText('url_template') ?? row.text('url_format_string').replace(/%\((\w+)\)s/g, '{$1}'),
    })),
    playgrounds: rows('zerver_realmplayground').map((row) => ({
      name: row.text('name'),
      language: row.text('pygments_language'),
      urlTemplate: row.optionalText('url_template') ?? `${row.text('url_prefix', '')}{code}`,
    })),
    domains: rows('zerver_realmdomain').map((row) => ({
      domain: row.text('domain'),
      allowSubdomains: row.flag('allow_subdomains'),
    })),
    ...profilesOf(tables),
    ...preferencesOf(tables),
    ...unsentTextsOf(tables, recipients),
    botServices: rows('zerver_service').map((row) => ({
      accountId: row.id('user_profile'),
      name: row.text('name'),
      baseUrl: row.text('base_url'),
      interface: row.number('interface', 1),
      token: row.text('token', ''),
    })),
    avatars: await avatarsOf(folder),
    pictures: await picturesOf(folder),
    hasReceipts: true,
  };
}

function isKnown(name: string): boolean {
  return systemGroups.some((group) => group.name === name);
}

/** People, bots and the service's bots. If several service bots of the archive are one here, the first stands for all. */
function accountsOf(tables: DirectoryTables, notes: Notes): Pick<ImportedDirectory, 'accounts' | 'aliases'> {
  const rows = (name: string) => tables.get(name) ?? [];
  const accounts = [...rows('zerver_userprofile'), ...rows('zerver_userprofile_mirrordummy')].map((row) =>
    accountOf(row, notes),
  );
  const aliases = new Map<number, number>();
  const firstByKey = new Map<string, number>();
  const bots = [...serviceBots(rows('zerver_userprofile_crossrealm'))].flatMap(([id, systemBot]) => {
    const firstId = firstByKey.get(systemBot);
    firstByKey.set(systemBot, firstId ?? id);
    if (firstId === undefined) return [{ id, systemBot }];
    aliases.set(id, firstId);
    return [];
  });
  return { accounts: [...accounts, ...bots.map(({ id, systemBot }) => serviceBot(id, systemBot))], aliases };
}

function serviceBot(id: number, systemBot: string): ImportedDirectory['accounts'][number] {
  return {
    id,
    systemBot,
    email: '',
    fullName: '',
    role: 400,
    isActive: true,
    isStub: false,
    botType: 1,
    botOwnerId: null,
    dateJoined: 0,
    lastLoginAt: null,
    timezone: '',
    avatarSource: 'J',
    avatarVersion: 1,
    settings: {},
    canCreateUsers: false,
    canChangeUserEmails: false,
    canForgeSender: false,
    defaultSendingChannelId: null,
    defaultEventsChannelId: null,
    defaultAllPublicChannels: false,
  };
}

function profilesOf(tables: DirectoryTables): Pick<ImportedDirectory, 'profileFields' | 'profileValues'> {
  const rows = (name: string) => tables.get(name) ?? [];
  return {
    profileFields: rows('zerver_customprofilefield').map((row, at) => ({
      id: row.id('id'),
      name: row.text('name'),
      hint: row.text('hint', ''),
      type: row.count('field_type'),
      data: row.text('field_data', ''),
      position: row.number('order', at),
      isInSummary: row.flag('display_in_profile_summary'),
      isRequired: row.flag('required'),
      isEditableByUser: row.flag('editable_by_user', true),
    })),
    profileValues: rows('zerver_customprofilefieldvalue').map((row) => ({
      accountId: row.id('user_profile'),
      fieldId: row.id('field'),
      value: row.text('value'),
    })),
  };
}

type PreferenceTables = 'alertWords' | 'mutedUsers' | 'userTopics' | 'statuses' | 'onboardingSteps';

function preferencesOf(tables: DirectoryTables): Pick<ImportedDirectory, PreferenceTables> {
  const rows = (name: string) => tables.get(name) ?? [];
  return {
    alertWords: rows('zerver_alertword').map((row) => ({
      accountId: row.id('user_profile'),
      word: row.text('word'),
    })),
    mutedUsers: rows('zerver_muteduser').map((row) => ({
      accountId: row.id('user_profile'),
      mutedId: row.id('muted_user'),
      mutedAt: row.seconds('date_muted', 0),
    })),
    userTopics: rows('zerver_usertopic').map((row) => ({
      accountId: row.id('user_profile'),
      channelId: row.id('stream'),
      topic: row.text('topic_name'),
      policy: row.number('visibility_policy', 1),
      updatedAt: row.seconds('last_updated', 0),
    })),
    statuses: rows('zerver_userstatus').map((row) => ({
      accountId: row.id('user_profile'),
      text: row.text('status_text', ''),
      emojiName: row.text('emoji_name', ''),
      emojiCode: row.text('emoji_code', ''),
      reactionType: row.text('reaction_type', 'unicode_emoji'),
    })),
    onboardingSteps: rows('zerver_onboardingstep').map((row) => ({
      accountId: row.id('user'),
      step: row.text('onboarding_step'),
    })),
  };
}

function unsentTextsOf(
  tables: DirectoryTables,
  recipients: Recipients,
): Pick<ImportedDirectory, 'snippets' | 'scheduled' | 'drafts'> {
  const rows = (name: string) => tables.get(name) ?? [];
  const clients = clientNames(tables);
  return {
    snippets: rows('zerver_savedsnippet').map((row) => ({
      accountId: row.id('user_profile'),
      title: row.text('title'),
      content: row.text('content'),
      createdAt: row.seconds('date_created', 0),
    })),
    scheduled: rows('zerver_scheduledmessage').flatMap((row) => scheduledOf(row, recipients, clients)),
    drafts: rows('zerver_draft').map((row) => {
      const accountId = row.id('user_profile');
      const recipient = row.optionalId('recipient');
      return {
        accountId,
        conversation:
          recipient === null
            ? undefined
            : recipients.conversationOf(recipient, accountId, row.text('topic', '').trim()),
        content: row.text('content'),
        editedAt: row.seconds('last_edit_time', 0),
      };
    }),
  };
}

/** Scheduled messages that were already sent are skipped: they are in the archive as messages. */
function scheduledOf(
  row: Row,
  recipients: Recipients,
  clients: ReadonlyMap<number, string>,
): ImportedScheduled[] {
  const senderId = row.id('sender');
  const conversation = recipients.conversationOf(
    row.id('recipient'),
    senderId,
    row.text('subject', '').trim(),
  );
  // Type 1 is a scheduled message; others are reminders, which would need the message that they refer to.
  if (!conversation || row.flag('delivered') || row.number('delivery_type', 1) !== 1) return [];
  return [
    {
      senderId,
      conversation,
      content: row.text('content'),
      dueAt: row.seconds('scheduled_timestamp'),
      client: clients.get(row.optionalId('sending_client') ?? 0) ?? 'Unspecified',
      isReadBySender: row.value('read_by_sender') === true,
    },
  ];
}

/** The names of clients, by id. */
export function clientNames(tables: DirectoryTables): Map<number, string> {
  return new Map((tables.get('zerver_client') ?? []).map((row) => [row.id('id'), row.text('name')]));
}
