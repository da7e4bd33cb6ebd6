// Checks an archive before anything is written: names and ids must be unique, and the organization must have an
// owner.

import { quotas } from '../../api-contract/limits/quotas.ts';
import { compileLinkifier } from '../../markdown/linkifiers.ts';
import { Role } from '../../model/accounts/roles.ts';
import { normalDomain } from '../../model/domains/domain-rules.ts';
import { checkPlayground } from '../../model/playgrounds/playground-rules.ts';
import { checkedFieldData } from '../../model/profile-fields/field-data.ts';
import { fieldTypeOf } from '../../model/profile-fields/profile-field.ts';
import { textKey } from '../../model/text-key.ts';
import { isEmailAddress } from '../../stores/accounts/email-rules.ts';
import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';
import type { ImportedConversation, ImportedDirectory, ImportedProfileField } from '../records/directory.ts';
import type { Notes } from '../records/notes.ts';

/** @throws InvalidArchiveError for an archive that cannot become an organization */
export function checkDirectory(directory: ImportedDirectory): void {
  const people = directory.accounts.filter(({ systemBot }) => systemBot === undefined);
  const { folders, channels, groups, emoji, linkifiers, profileFields } = directory;
  const idsOf = (all: readonly { readonly id: number }[]) => all.map(({ id }) => String(id));
  const namesOf = (all: readonly { readonly name: string }[]) => all.map(({ name }) => textKey(name));
  const unique: readonly (readonly [subject: string, values: readonly string[]])[] = [
    ['people, by ID', [...idsOf(directory.accounts), ...[...directory.aliases.keys()].map(String)]],
    ['people, by email address', people.map(({ email }) => textKey(email))],
    ['channel folders, by ID', idsOf(folders)],
    ['channels, by ID', idsOf(channels)],
    ['channels, by name', namesOf(channels)],
    ['groups, by ID', idsOf(groups)],
    ['groups, by name', namesOf(groups)],
    ['emoji, by ID', idsOf(emoji)],
    ['linkifiers, by ID', idsOf(linkifiers)],
    ['profile fields, by ID', idsOf(profileFields)],
  ];
  for (const [subject, values] of unique) checkUnique(subject, values);
  const invalid = people.find(({ email }) => !isEmailAddress(email));
  if (invalid)
    throw new InvalidArchiveError(
      `people, ${invalid.id}`,
      `${JSON.stringify(invalid.email.slice(0, 100))} is not an email address.`,
    );
  if (directory.organization.name.trim() === '')
    throw new InvalidArchiveError('the organization', 'it has no name.');
  if (!people.some(({ role, isActive, botType }) => role === Role.owner && isActive && botType === null))
    throw new InvalidArchiveError('the organization', 'it has no active owner.');
}

function checkUnique(subject: string, keys: readonly string[]): void {
  const seen = new Set<string>();
  for (const key of keys) {
    if (key === '') throw new InvalidArchiveError(subject, 'one is empty.');
    if (seen.has(key)) throw new InvalidArchiveError(subject, `${JSON.stringify(key)} appears twice.`);
    seen.add(key);
  }
}

/** Removes everything that refers to missing objects, or is invalid or duplicated, so that the rest is consistent. */
export function withoutDanglingReferences(directory: ImportedDirectory, notes: Notes): ImportedDirectory {
  const accounts = new Set([...directory.accounts.map(({ id }) => id), ...directory.aliases.keys()]);
  const channels = new Set(directory.channels.map(({ id }) => id));
  const profileFields = directory.profileFields.flatMap((field) => usableField(field) ?? []);
  notes.add(
    'profile fields',
    'their type or data is not supported',
    directory.profileFields.length - profileFields.length,
  );
  const emoji = new Set(directory.emoji.map(({ id }) => id));
  const fields = new Set(profileFields.map(({ id }) => id));
  const keepValid = <T>(
    subject: string,
    all: readonly T[],
    isValid: (item: T) => boolean,
    key?: (item: T) => unknown,
  ): T[] => {
    const seen = new Set<string>();
    const valid = all.filter((item) => {
      if (!isValid(item)) return false;
      const text = JSON.stringify(key?.(item) ?? null);
      if (key && seen.has(text)) return false;
      seen.add(text);
      return true;
    });
    notes.add(
      subject,
      'they are duplicates, or refer to something that is not in the archive',
      all.length - valid.length,
    );
    return valid;
  };
  const isKnown = (conversation: ImportedConversation) =>
    'channelId' in conversation
      ? channels.has(conversation.channelId)
      : conversation.accountIds.every((id) => accounts.has(id));
  const ofAccount = ({ accountId }: { readonly accountId: number }) => accounts.has(accountId);
  return {
    ...directory,
    groups: withoutCycles(directory.groups, notes).map((group) => ({
      ...group,
      memberIds: group.memberIds.filter((id) => accounts.has(id)),
    })),
    profileFields,
    playgrounds: directory.playgrounds.filter((playground) => {
      const isUsable = passes(() => checkPlayground(playground));
      if (!isUsable) notes.add('playgrounds', 'their URLs or languages are invalid');
      return isUsable;
    }),
    linkifiers: usableLinkifiers(directory.linkifiers, notes),
    profileValues: keepValid(
      'profile values',
      directory.profileValues,
      (value) => ofAccount(value) && fields.has(value.fieldId),
      ({ accountId, fieldId }) => [accountId, fieldId],
    ),
    alertWords: keepValid('alert words', directory.alertWords, ofAccount, ({ accountId, word }) => [
      accountId,
      textKey(word),
    ]),
    mutedUsers: keepValid(
      'muted people',
      directory.mutedUsers,
      (mute) => ofAccount(mute) && accounts.has(mute.mutedId),
      ({ accountId, mutedId }) => [accountId, mutedId],
    ),
    userTopics: keepValid(
      'followed and muted topics',
      directory.userTopics,
      (userTopic) => ofAccount(userTopic) && channels.has(userTopic.channelId),
      ({ accountId, channelId, topic }) => [accountId, channelId, textKey(topic)],
    ),
    statuses: keepValid('statuses', directory.statuses, ofAccount, ({ accountId }) => accountId).map(
      (status) =>
        status.reactionType === 'realm_emoji' && !emoji.has(Number(status.emojiCode))
          ? { ...status, emojiName: '', emojiCode: '', reactionType: '' }
          : status,
    ),
    onboardingSteps: keepValid(
      'introductions',
      directory.onboardingSteps,
      ofAccount,
      ({ accountId, step }) => [accountId, step],
    ),
    snippets: keepValid('saved snippets', directory.snippets, ofAccount),
    scheduled: keepValid(
      'scheduled messages',
      directory.scheduled,
      ({ senderId, conversation }) => accounts.has(senderId) && isKnown(conversation),
    ),
    drafts: keepValid(
      'drafts',
      directory.drafts,
      (draft) => ofAccount(draft) && (draft.conversation === undefined || isKnown(draft.conversation)),
    ),
    botServices: keepValid(
      'services of bots',
      directory.botServices,
      ofAccount,
      ({ accountId }) => accountId,
    ),
    domains: usableDomains(directory.domains, notes),
  };
}

/** Linkifiers that could be created here, one after the other. */
function usableLinkifiers(
  linkifiers: ImportedDirectory['linkifiers'],
  notes: Notes,
): ImportedDirectory['linkifiers'] {
  const patterns = new Set<string>();
  const usable = linkifiers.filter((linkifier) => {
    const isUsable =
      !patterns.has(linkifier.pattern) &&
      patterns.size < quotas.linkifiers.per_organization.initial &&
      passes(() => compileLinkifier(linkifier));
    if (isUsable) patterns.add(linkifier.pattern);
    return isUsable;
  });
  notes.add(
    'linkifiers',
    'their patterns or URLs are invalid or duplicates, or there are too many',
    linkifiers.length - usable.length,
  );
  return usable;
}

/** Domains that could be allowed here, without duplicates. */
function usableDomains(domains: ImportedDirectory['domains'], notes: Notes): ImportedDirectory['domains'] {
  const found = new Map<string, ImportedDirectory['domains'][number]>();
  for (const row of domains) {
    if (found.size >= quotas.domains.per_organization.initial) break;
    const domain = domainIn(row.domain);
    if (domain !== undefined && !found.has(domain)) found.set(domain, { ...row, domain });
  }
  notes.add(
    'allowed domains',
    'they are invalid or duplicates, or there are too many',
    domains.length - found.size,
  );
  return [...found.values()];
}

function domainIn(text: string): string | undefined {
  try {
    return normalDomain(text);
  } catch {
    return undefined;
  }
}

/** Removes subgroups that are missing, or that would make a group contain itself, directly or indirectly. */
function withoutCycles(groups: ImportedDirectory['groups'], notes: Notes): ImportedDirectory['groups'] {
  const subgroups = new Map(groups.map(({ id }) => [id, new Set<number>()]));
  for (const group of groups) {
    for (const id of new Set(group.subgroupIds)) {
      if (!subgroups.has(id)) continue;
      if (isWithin(group.id, id, subgroups)) notes.add('subgroups', 'they would contain themselves');
      else subgroups.get(group.id)?.add(id);
    }
  }
  return groups.map((group) => ({ ...group, subgroupIds: [...(subgroups.get(group.id) ?? [])] }));
}

/** Whether a group is another one, or contained in it. */
function isWithin(id: number, other: number, subgroups: ReadonlyMap<number, ReadonlySet<number>>): boolean {
  const seen = new Set([other]);
  for (const groupId of seen) for (const subgroup of subgroups.get(groupId) ?? []) seen.add(subgroup);
  return seen.has(id);
}

/** Whether a check does not throw. */
function passes(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

/** A field with its data as stored here; undefined for one that could not be created here. */
function usableField(field: ImportedProfileField): ImportedProfileField | undefined {
  try {
    const data = checkedFieldData(fieldTypeOf(field.type), JSON.parse(field.data || '{}'));
    return { ...field, data };
  } catch {
    return undefined;
  }
}
