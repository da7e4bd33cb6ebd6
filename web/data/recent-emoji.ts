// The emoji recently chosen in this browser.

import { storedValue, storeValue } from '../lib/browser-storage.ts';
import type { Emoji } from '../lib/emoji.ts';
import type { Organization } from './organization.ts';

const MAX_EMOJI = 16;

const keyOf = ({ type, code }: Emoji) => `${type} ${code}`;
const nameFor = ({ ownId }: Organization) => `emoji ${ownId}`;

function storedKeys(organization: Organization): string[] {
  const storedNames = storedValue(nameFor(organization));
  return Array.isArray(storedNames) ? storedNames.map(String).slice(0, MAX_EMOJI) : [];
}

/** The recent emoji that still exist, most recent first. */
export function recentEmoji(organization: Organization, all: readonly Emoji[]): Emoji[] {
  const byKey = new Map(all.map((emoji) => [keyOf(emoji), emoji]));
  return storedKeys(organization).flatMap((key) => byKey.get(key) ?? []);
}

export function rememberEmoji(organization: Organization, emoji: Emoji): void {
  const key = keyOf(emoji);
  const keys = [key, ...storedKeys(organization).filter((one) => one !== key)].slice(0, MAX_EMOJI);
  storeValue(nameFor(organization), keys);
}
