// The facts shown about an account.

import type { Person, State } from '../../client/state/state.ts';
import { t } from '../i18n/texts.ts';
import { personName } from '../store/names.ts';
import type { PresenceLevel } from '../store/presence.ts';

/** The name of the role; bots are always called bots. */
export function roleName({ role, is_bot: isBot }: Pick<Person, 'role' | 'is_bot'>): string {
  if (isBot) return t('people.bot');
  if (role <= 100) return t('people.owner');
  if (role <= 200) return t('people.administrator');
  if (role <= 300) return t('people.moderator');
  return role >= 600 ? t('people.guest') : t('people.member');
}

export function presenceName(level: PresenceLevel): string {
  return t(`people.${level}`);
}

/** A filled-in profile field. */
export interface ProfileFact {
  readonly id: number;
  readonly name: string;
  readonly value: string;
  readonly link?: string;
  /** The value rendered by the server, for text that may be formatted. */
  readonly html?: string;
}

const LIST = 3;
const LINK = 5;
const PEOPLE = 6;
const ACCOUNT = 7;

interface Field {
  readonly id: number;
  readonly type: number;
  readonly name: string;
  readonly field_data: string;
}

function dataOf({ field_data: text }: Field): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function idsIn(value: string): number[] {
  const ids: unknown = JSON.parse(value);
  return Array.isArray(ids) ? ids.map(Number) : [Number(ids)];
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function factOf(state: State, field: Field, value: string): ProfileFact | undefined {
  const { id, name, type } = field;
  switch (type) {
    case LIST: {
      const option = dataOf(field)[value] as { readonly text?: string } | undefined;
      return option?.text === undefined ? undefined : { id, name, value: option.text };
    }
    case LINK:
      return { id, name, value, ...(isWebAddress(value) && { link: value }) };
    case PEOPLE:
      return {
        id,
        name,
        value: idsIn(value)
          .map((person) => personName(state, person))
          .join(', '),
      };
    case ACCOUNT: {
      const pattern = dataOf(field).url_pattern;
      const link =
        typeof pattern === 'string' ? pattern.replace('%(username)s', encodeURIComponent(value)) : '';
      return { id, name, value, ...(isWebAddress(link) && { link }) };
    }
    default:
      return { id, name, value };
  }
}

/** The filled-in profile fields of an account, in the organization's order. */
export function profileFacts(state: State, person: Person): ProfileFact[] {
  const values = person.profile_data ?? {};
  return (state.custom_profile_fields ?? []).flatMap((field) => {
    const { value, rendered_value: html } = values[field.id] ?? {};
    if (value === undefined || value === null || value === '') return [];
    try {
      const fact = factOf(state, field as Field, value);
      return fact ? { ...fact, ...(html && { html }) } : [];
    } catch {
      // A value of an older field type.
      return [];
    }
  });
}
