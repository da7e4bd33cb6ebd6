// The emoji recently chosen in this browser.

import type { Emoji } from '../lib/emoji.ts';
import type { Organization } from './organization.ts';

const AT_MOST = 16;

const keyOf = ({ type, code }: Emoji) => `${type} ${code}`;
const nameFor = ({ ownId }: Organization) => `emoji ${ownId}`;

function keptKeys(organization: Organization): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameFor(organization)) ?? '[]');
    return Array.isArray(kept) ? kept.map(String).slice(0, AT_MOST) : [];
  } catch {
    return [];
  }
}

/** Those that still exist, most recent first. */
export function recentEmoji(organization: Organization, all: readonly Emoji[]): Emoji[] {
  const byKey = new Map(all.map((emoji) => [keyOf(emoji), emoji]));
  return keptKeys(organization).flatMap((key) => byKey.get(key) ?? []);
}

export function noteEmoji(organization: Organization, emoji: Emoji): void {
  const key = keyOf(emoji);
  const keys = [key, ...keptKeys(organization).filter((one) => one !== key)].slice(0, AT_MOST);
  try {
    localStorage.setItem(nameFor(organization), JSON.stringify(keys));
  } catch {
    // The browser stores nothing.
  }
}
