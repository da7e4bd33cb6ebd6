// The addresses of views, `#narrow/channel/9-design/topic/new.20logo/near/214`: parsed from the browser's
// fragment and built for links. They are the same in every client of this API, so a link in an email opens
// the same view.

import { channelUrl, decodeHashComponent, encodeHashComponent } from '../../src/markdown/narrow-url.ts';

/** A filter of a narrow. Ids are digits; a channel is given by its id. */
export interface Term {
  readonly operator: string;
  readonly operand: string;
  readonly isNegated: boolean;
}

export type View =
  | { readonly kind: 'inbox' }
  | { readonly kind: 'recent' }
  | { readonly kind: 'direct' }
  | { readonly kind: 'drafts' }
  | { readonly kind: 'scheduled' }
  | { readonly kind: 'reminders' }
  /** `section` may be empty. */
  | { readonly kind: 'channels' | 'settings' | 'organization' | 'groups'; readonly section: string }
  | { readonly kind: 'person'; readonly id: number }
  /** The topic list of a channel. */
  | { readonly kind: 'topics'; readonly channelId: number }
  | { readonly kind: 'narrow'; readonly terms: readonly Term[] };

/** Operator names that are accepted but never written. */
const aliases: Readonly<Record<string, string>> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  from: 'sender',
  'pm-with': 'dm',
  'group-pm-with': 'dm-including',
};

/** Operands of old addresses. */
const oldOperands: Readonly<Record<string, string>> = { 'is private': 'dm' };

const withIds: ReadonlySet<string> = new Set(['dm', 'dm-including', 'sender']);

/** The ids before a hint (`9-design`, `3,8-dm`); the whole text if there are none. */
function idsBefore(operand: string): string {
  return /^\d+(?:,\d+)*(?=$|-)/.exec(operand)?.[0] ?? operand;
}

function termOf(operator: string, encoded: string): Term | undefined {
  const isNegated = operator.startsWith('-');
  const bareOperator = isNegated ? operator.slice(1) : operator;
  const name = aliases[bareOperator] ?? bareOperator;
  const text = decodeHashComponent(encoded);
  if (name === '' || text === undefined) return undefined;
  const hinted = name === 'channel' || withIds.has(name) ? idsBefore(text) : text;
  const operand = oldOperands[`${name} ${hinted}`] ?? hinted;
  // Only a topic may be empty.
  return operand === '' && name !== 'topic' ? undefined : { operator: name, operand, isNegated };
}

/** The terms of a narrow's address; undefined if it is invalid. */
function termsOf(parts: readonly string[]): Term[] | undefined {
  const terms: Term[] = [];
  for (let index = 0; index < parts.length; index += 2) {
    const operator = parts[index] ?? '';
    // A trailing slash is not a term.
    if (operator === '' && index === parts.length - 1) break;
    const operand = parts[index + 1];
    if (operand === undefined) return undefined;
    const term = termOf(operator, operand);
    if (!term) return undefined;
    terms.push(term);
  }
  return terms;
}

const sections = {
  channels: 'channels',
  streams: 'channels',
  subscriptions: 'channels',
  settings: 'settings',
} as const;
const plain: Readonly<Record<string, View>> = {
  '': { kind: 'inbox' },
  inbox: { kind: 'inbox' },
  recent: { kind: 'recent' },
  recent_topics: { kind: 'recent' },
  all_messages: { kind: 'narrow', terms: [] },
  feed: { kind: 'narrow', terms: [] },
  starred: { kind: 'narrow', terms: [{ operator: 'is', operand: 'starred', isNegated: false }] },
  mentions: { kind: 'narrow', terms: [{ operator: 'is', operand: 'mentioned', isNegated: false }] },
  direct: { kind: 'direct' },
  drafts: { kind: 'drafts' },
  scheduled: { kind: 'scheduled' },
  reminders: { kind: 'reminders' },
};

/** The view of a fragment, with or without its `#`; undefined if it names none. */
export function viewAt(fragment: string): View | undefined {
  const [first = '', ...rest] = fragment.replace(/^#/, '').split('/');
  if (first === 'narrow') {
    const terms = termsOf(rest);
    return terms && { kind: 'narrow', terms };
  }
  if (first === 'user')
    return /^\d+$/.test(rest[0] ?? '') ? { kind: 'person', id: Number(rest[0]) } : undefined;
  if (first === 'topics') {
    const isOfChannel = rest[0] === 'channel' || rest[0] === 'stream';
    const id = isOfChannel ? Number.parseInt(idsBefore(rest[1] ?? ''), 10) : Number.NaN;
    return Number.isSafeInteger(id) ? { kind: 'topics', channelId: id } : undefined;
  }
  const section = rest.join('/');
  if (first === 'organization' || first === 'groups') return { kind: first, section };
  if (Object.hasOwn(sections, first)) return { kind: sections[first as keyof typeof sections], section };
  return Object.hasOwn(plain, first) ? plain[first] : undefined;
}

/** The name of a channel, as a hint in its address; undefined if unknown. */
export type NameOfChannel = (id: number) => string | undefined;

function encodeTerm({ operator, operand, isNegated }: Term, nameOf: NameOfChannel): string {
  const mark = isNegated ? '-' : '';
  if (operator === 'channel' && /^\d+$/.test(operand)) {
    const name = nameOf(Number(operand));
    const channel = { id: Number(operand), ...(name !== undefined && { name }) };
    return `${mark}${channelUrl(channel).slice('#narrow/'.length)}`;
  }
  if (operator === 'dm' && /^[\d,]+$/.test(operand)) {
    return `${mark}dm/${operand}-${operand.split(',').length > 2 ? 'group' : 'dm'}`;
  }
  return `${mark}${operator}/${encodeHashComponent(operand)}`;
}

/** The fragment of a narrow, with its `#`. */
export function narrowAddress(terms: readonly Term[], nameOf: NameOfChannel): string {
  if (terms.length === 0) return '#feed';
  return `#narrow/${terms.map((term) => encodeTerm(term, nameOf)).join('/')}`;
}
