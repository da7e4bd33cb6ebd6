// Removes the names of erased people from entries of the event log. Clients that are behind still receive those
// entries, so an entry stays if others need it. Entries for the erased person alone, or about them alone, are
// emptied: the events that the erasure itself emits later say the same.

import type { LogEntry } from '../../api-contract/event.ts';
import type { ErasedTexts } from './erased-texts.ts';

const MARKDOWN_KEYS = new Set(['content', 'orig_content', 'prev_content', 'description', 'text']);
const HTML_KEYS = new Set([
  'rendered_content',
  'orig_rendered_content',
  'prev_rendered_content',
  'rendered_description',
]);

/**
 * Keys whose texts never name a person, even if they equal a name: words of the protocol, names of things, and
 * what people wrote.
 */
const UNCHANGED_KEYS = new Set([
  'alert_words',
  'emoji_code',
  'emoji_name',
  'muted_topics',
  'name',
  'op',
  'orig_subject',
  'prev_topic',
  'propagate_mode',
  'property',
  'reaction_type',
  'status_text',
  'stream_name',
  'subject',
  'title',
  'topic',
  'topic_name',
  'type',
]);
/** Types whose `value` is the name, or a setting, of a channel or the organization. */
const TYPES_WITHOUT_PEOPLE = new Set(['realm', 'stream', 'subscription']);

function isOnlyForErased({ audience }: LogEntry, ids: ReadonlySet<number>): boolean {
  return audience.kind === 'accounts' && audience.ids.length > 0 && audience.ids.every((id) => ids.has(id));
}

/**
 * Whether an entry only reports the status, the do-not-disturb state or changed properties of an erased person. The
 * entry that introduces a new account must stay, or others would not know the id.
 */
function isOnlyAboutErased({ type, payload }: LogEntry, ids: ReadonlySet<number>): boolean {
  if (type === 'user_status' || type === 'do_not_disturb') return ids.has(Number(payload.user_id));
  if (type !== 'realm_user' || payload.op !== 'update') return false;
  const person = payload.person as { readonly user_id?: unknown; readonly is_active?: unknown } | undefined;
  return person !== undefined && ids.has(Number(person.user_id)) && person.is_active === undefined;
}

/** The `extra` of an entry that introduces an account, without the profile. */
function withoutProfile({ type, extra }: LogEntry, ids: ReadonlySet<number>): LogEntry['extra'] {
  const account =
    type === 'realm_user' ? (extra?.account as { readonly id?: unknown } | undefined) : undefined;
  if (!extra || !account || !ids.has(Number(account.id))) return extra;
  return { ...extra, account: { ...account, timezone: '' }, profile: [] };
}

/**
 * The entry as it may be stored; the same object if it contains nothing about the accounts.
 * @param since the log position at which the erasure began. Entries from there on are not emptied, because the
 * erasure emitted them.
 */
export function erasedEntry(
  entry: LogEntry,
  texts: ErasedTexts,
  ids: ReadonlySet<number>,
  since: number,
): LogEntry {
  if (entry.sequence < since && !entry.type.startsWith('_')) {
    if (isOnlyForErased(entry, ids) || isOnlyAboutErased(entry, ids)) {
      const { sequence } = entry;
      return { sequence, type: '_scrubbed', audience: { kind: 'nobody' }, payload: {} };
    }
  }
  const rewrite = (text: string, key: string) => {
    if (MARKDOWN_KEYS.has(key)) return texts.markdown(text);
    if (HTML_KEYS.has(key)) return texts.html(text);
    const isUnchanged = UNCHANGED_KEYS.has(key) || (key === 'value' && TYPES_WITHOUT_PEOPLE.has(entry.type));
    return isUnchanged ? text : (texts.replacement(text) ?? text);
  };
  const payload = texts.json(entry.payload, rewrite) as LogEntry['payload'];
  const extra = texts.json(withoutProfile(entry, ids), rewrite) as LogEntry['extra'];
  if (payload === entry.payload && extra === entry.extra) return entry;
  return { ...entry, payload, ...(extra !== undefined && { extra }) };
}
