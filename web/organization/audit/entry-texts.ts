// The texts of an audit log entry: the actor, what was affected, and further details. They contain no
// internal codes.

import type { State } from '../../../client/state/state.ts';
import { joinNames } from '../../i18n/dates.ts';
import { t } from '../../i18n/texts.ts';
import { personName } from '../../store/names.ts';
import type { Entry } from './acts.ts';
import { detailText, listItemText } from './detail-texts.ts';
import { listText, nameOfChannel, nameOfGroup, namesBySuffix } from './names.ts';
import { personalSettingName, privacyText, settingName, settingValue } from './setting-texts.ts';

type Details = Readonly<Record<string, unknown>>;

/** Whether it was done by the company directory, which has no account. */
function isByDirectory(details: Details): boolean {
  return details.door === 'scim' || details.door === 'directory_sync';
}

export function actorText(
  state: State,
  { kind, by_command: isCommand, acting_user_id: id, details }: Entry,
): string {
  if (id !== null) return personName(state, id);
  if (isCommand) return t('audit.aCommand');
  if (isByDirectory(details)) return t('audit.scim');
  return t(kind === 'log_in_failed' ? 'audit.someone' : 'audit.theServer');
}

/** The person or thing affected. */
export function targetText(state: State, { kind, details, ...entry }: Entry): string {
  const { name, email, emails, property } = details as Details;
  const givenName = typeof name === 'string' ? name : undefined;
  if (kind.startsWith('subscribers')) return listText(state, details as Details, 'user_ids');
  if (entry.affected_user_id !== null) return personName(state, entry.affected_user_id);
  if (entry.stream_id !== null)
    return nameOfChannel(state, entry.stream_id, kind === 'channel_created' ? givenName : undefined);
  if (entry.group_id !== null) return nameOfGroup(state, entry.group_id, givenName);
  if (Array.isArray(emails)) return joinNames(emails.map(String));
  if (typeof property === 'string' && givenName === undefined) return settingName(kind, property);
  return givenName ?? String(email ?? '');
}

/** The text of a value before or after; `end` is the part of its name after `old` or `new`. */
function valueText(state: State, { kind, details }: Entry, end: string, value: unknown): string {
  const nameOf = namesBySuffix[end];
  if (value === undefined || (nameOf && value === null)) return '–';
  if (nameOf) return nameOf(state, value);
  const { property } = details as Details;
  if (typeof property === 'string') return settingValue(state, kind, property, value);
  return detailText(kind === 'role_changed' ? 'role' : '', value);
}

/** The values before and after, for each such pair of details; equal values are left out. */
function changesOf(state: State, entry: Entry): readonly string[] {
  const details = entry.details as Details;
  const suffixes = new Set(
    Object.keys(details).flatMap((name) => /^(?:old|new)(.*)$/.exec(name)?.slice(1) ?? []),
  );
  return [...suffixes].flatMap((suffix) => {
    const before = details[`old${suffix}`];
    const after = suffix === '_name' ? details.name : details[`new${suffix}`];
    if (before === after) return [];
    const text = valueText(state, entry, suffix, after);
    return [`old${suffix}` in details ? `${valueText(state, entry, suffix, before)} → ${text}` : text];
  });
}

function detail(state: State, { kind, details, by_command: isCommand }: Entry, name: string): string {
  const value = (details as Details)[name];
  if (name === 'message_ids' || (name === 'by' && isCommand)) return '';
  // The actor already names the directory.
  if (name === 'door' && isByDirectory(details)) return '';
  if (Array.isArray(value)) {
    const isSettingNames = kind === 'user_settings_changed' && name === 'names';
    const nameItem = isSettingNames ? personalSettingName : (item: string) => listItemText(name, item);
    return listText(state, details as Details, name, (item) => nameItem(item));
  }
  if (name === 'property') return settingName(kind, String(value));
  if (name === 'privacy') return privacyText(value);
  return detailText(name, value);
}

/** Whether the sentence already contains it. */
function isRedundant(inSentence: string, text: string): boolean {
  return text === inSentence || `#${text}` === inSentence;
}

/** Whether the value of a property has changed, if the entry contains both values. */
function isChanged({ old: before, new: after }: Details): boolean {
  return before === undefined || before !== after;
}

/** The details shown in addition to the sentence: values before and after, the login method, the network address. */
export function detailTexts(state: State, entry: Entry): readonly string[] {
  const { kind, ip_address: address, count, stream_id: channelId } = entry;
  const inSentence = targetText(state, entry);
  const changes = changesOf(state, entry);
  const others = Object.keys(entry.details)
    .filter((name) => !/^(old|new)|_count$/.test(name))
    // The property is of no interest if its value did not change.
    .filter((name) => name !== 'property' || isChanged(entry.details))
    .map((name) => detail(state, entry, name));
  return [
    ...(kind === 'message_deleted' && channelId !== null ? [nameOfChannel(state, channelId)] : []),
    ...others.filter((text) => !isRedundant(inSentence, text)),
    ...changes,
    ...(address === null ? [] : [address]),
    ...(count > 1 ? [t('audit.times', { count })] : []),
  ].filter((text) => text !== '');
}
