// What an entry of the audit log says: who, what, and what is known beside it. Nothing of it is a word that only programs know.

import type { State } from '../../../client/state/state.ts';
import { listed } from '../../i18n/dates.ts';
import { t } from '../../i18n/words.ts';
import { personName } from '../../store/names.ts';
import type { Entry } from './acts.ts';
import { detailWords, itemWords } from './detail-words.ts';
import { listOf, nameOfChannel, nameOfGroup, namesByEnd } from './names.ts';
import { personalSettingName, privacyText, settingName, settingValue } from './setting-words.ts';

type Details = Readonly<Record<string, unknown>>;

/** Whether the company's directory did it, which has no account here. */
function isByDirectory(details: Details): boolean {
  return details.door === 'scim' || details.door === 'directory_sync';
}

/** Who did it, in words. */
export function whoOf(
  state: State,
  { kind, by_command: isCommand, acting_user_id: id, details }: Entry,
): string {
  if (id !== null) return personName(state, id);
  if (isCommand) return t('audit.aCommand');
  if (isByDirectory(details)) return t('audit.scim');
  return t(kind === 'log_in_failed' ? 'audit.somebody' : 'audit.theServer');
}

/** Whom or what it was done to. */
export function whatOf(state: State, { kind, details, ...entry }: Entry): string {
  const { name, email, emails, property } = details as Details;
  const told = typeof name === 'string' ? name : undefined;
  if (kind.startsWith('subscribers')) return listOf(state, details as Details, 'user_ids');
  if (entry.affected_user_id !== null) return personName(state, entry.affected_user_id);
  if (entry.stream_id !== null)
    return nameOfChannel(state, entry.stream_id, kind === 'channel_created' ? told : undefined);
  if (entry.group_id !== null) return nameOfGroup(state, entry.group_id, told);
  if (Array.isArray(emails)) return listed(emails.map(String));
  if (typeof property === 'string' && told === undefined) return settingName(kind, property);
  return told ?? String(email ?? '');
}

/** What a value before or after is called; `end` is what follows `old` or `new` in its name. */
function valueText(state: State, { kind, details }: Entry, end: string, value: unknown): string {
  const named = namesByEnd[end];
  if (value === undefined || (named && value === null)) return '–';
  if (named) return named(state, value);
  const { property } = details as Details;
  if (typeof property === 'string') return settingValue(state, kind, property, value);
  return detailWords(kind === 'role_changed' ? 'role' : '', value);
}

/** What was before and after, for each pair of such details; what is the same is no change. */
function changesOf(state: State, entry: Entry): readonly string[] {
  const details = entry.details as Details;
  const ends = new Set(
    Object.keys(details).flatMap((name) => /^(?:old|new)(.*)$/.exec(name)?.slice(1) ?? []),
  );
  return [...ends].flatMap((end) => {
    const before = details[`old${end}`];
    const after = end === '_name' ? details.name : details[`new${end}`];
    if (before === after) return [];
    const text = valueText(state, entry, end, after);
    return [`old${end}` in details ? `${valueText(state, entry, end, before)} → ${text}` : text];
  });
}

function detail(state: State, { kind, details, by_command: isCommand }: Entry, name: string): string {
  const value = (details as Details)[name];
  if (name === 'message_ids' || (name === 'by' && isCommand)) return '';
  // Who did it says the directory's door.
  if (name === 'door' && isByDirectory(details)) return '';
  if (Array.isArray(value)) {
    const isOfSettings = kind === 'user_settings_changed' && name === 'names';
    const called = isOfSettings ? personalSettingName : (item: string) => itemWords(name, item);
    return listOf(state, details as Details, name, (item) => called(item));
  }
  if (name === 'property') return settingName(kind, String(value));
  if (name === 'privacy') return privacyText(value);
  return detailWords(name, value);
}

/** Whether the sentence says it already. */
function isSaid(inSentence: string, text: string): boolean {
  return text === inSentence || `#${text}` === inSentence;
}

/** Whether a property has other values than before, where the entry tells them. */
function isChanged({ old: before, new: after }: Details): boolean {
  return before === undefined || before !== after;
}

/** What is known beside the sentence: values before and after, the way of a log-in, the address. */
export function detailsOf(state: State, entry: Entry): readonly string[] {
  const { kind, ip_address: address, count, stream_id: channelId } = entry;
  const inSentence = whatOf(state, entry);
  const changes = changesOf(state, entry);
  const others = Object.keys(entry.details)
    .filter((name) => !/^(old|new)|_count$/.test(name))
    // Whose value stayed is of no interest.
    .filter((name) => name !== 'property' || isChanged(entry.details))
    .map((name) => detail(state, entry, name));
  return [
    ...(kind === 'message_deleted' && channelId !== null ? [nameOfChannel(state, channelId)] : []),
    ...others.filter((text) => !isSaid(inSentence, text)),
    ...changes,
    ...(address === null ? [] : [address]),
    ...(count > 1 ? [t('audit.times', { count })] : []),
  ].filter((text) => text !== '');
}
