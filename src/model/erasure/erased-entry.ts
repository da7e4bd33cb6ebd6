// Entries of the event log without the names of erased people. Clients that are behind still get them, so an entry stays
// where others need it; what was for the person alone, or about them alone, goes: what is emitted by the erasure itself
// says the same later.

import type { LogEntry } from '../../api-contract/event.ts';
import type { ErasedTexts } from './erased-texts.ts';

const TEXTS = new Set(['content', 'orig_content', 'prev_content', 'description', 'text']);
const PAGES = new Set([
  'rendered_content',
  'orig_rendered_content',
  'prev_rendered_content',
  'rendered_description',
]);

/** Texts that name no person, though they may equal a name: words of the protocol, names of things, what people wrote. */
const OTHERS = new Set([
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
/** Types whose `value` is what a channel or the organization is called, or a setting of theirs. */
const TYPES_OF_THINGS = new Set(['realm', 'stream', 'subscription']);

function isForThemAlone({ audience }: LogEntry, ids: ReadonlySet<number>): boolean {
  return audience.kind === 'accounts' && audience.ids.length > 0 && audience.ids.every((id) => ids.has(id));
}

/** A status, or a change of what others see of the person. Somebody who is new must stay, or others do not know the id. */
function isAboutThemAlone({ type, payload }: LogEntry, ids: ReadonlySet<number>): boolean {
  if (type === 'user_status') return ids.has(Number(payload.user_id));
  if (type !== 'realm_user' || payload.op !== 'update') return false;
  const person = payload.person as { readonly user_id?: unknown; readonly is_active?: unknown } | undefined;
  return person !== undefined && ids.has(Number(person.user_id)) && person.is_active === undefined;
}

/** What the event of somebody new is made from, without their profile. */
function withoutProfile({ type, extra }: LogEntry, ids: ReadonlySet<number>): LogEntry['extra'] {
  const account =
    type === 'realm_user' ? (extra?.account as { readonly id?: unknown } | undefined) : undefined;
  if (!extra || !account || !ids.has(Number(account.id))) return extra;
  return { ...extra, account: { ...account, timezone: '' }, profile: [] };
}

/**
 * The entry as it may stay; itself where it holds nothing of them.
 * @param since the place in the log at which the erasure began: what it emits itself stays
 */
export function erasedEntry(
  entry: LogEntry,
  texts: ErasedTexts,
  ids: ReadonlySet<number>,
  since: number,
): LogEntry {
  if (entry.sequence < since && !entry.type.startsWith('_')) {
    if (isForThemAlone(entry, ids) || isAboutThemAlone(entry, ids)) {
      const { sequence } = entry;
      return { sequence, type: '_scrubbed', audience: { kind: 'nobody' }, payload: {} };
    }
  }
  const change = (text: string, key: string) => {
    if (TEXTS.has(key)) return texts.source(text);
    if (PAGES.has(key)) return texts.html(text);
    const isOther = OTHERS.has(key) || (key === 'value' && TYPES_OF_THINGS.has(entry.type));
    return isOther ? text : (texts.instead(text) ?? text);
  };
  const payload = texts.json(entry.payload, change) as LogEntry['payload'];
  const extra = texts.json(withoutProfile(entry, ids), change) as LogEntry['extra'];
  if (payload === entry.payload && extra === entry.extra) return entry;
  return { ...entry, payload, ...(extra !== undefined && { extra }) };
}
