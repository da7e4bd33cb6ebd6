// The emoji to choose from, loaded on first use.

import type { State } from '../../client/state/state.ts';
import type { SkinTone } from '../../src/markdown/skin-tones.ts';
import { emojiOfCode } from '../components/rendered-rules.ts';
import { untilOnline } from '../components/until-online.ts';
import { buildEmoji, type Emoji, type EmojiData, type OrganizationEmoji } from '../lib/emoji.ts';
import { LazyValue } from './lazy-value.ts';
import type { Organization } from './organization.ts';

let cached: { readonly own: State['realm_emoji']; readonly all: readonly Emoji[] } | undefined;

async function loadTable(): Promise<EmojiData> {
  const answer = await fetch('/static/emoji-data.json');
  if (!answer.ok) throw new Error(`the table of emoji is answered with ${answer.status}`);
  return answer.json();
}

const table = new LazyValue(loadTable, untilOnline);

/** The server's emoji table. Throws if it cannot be loaded. */
export function emojiData(): Promise<EmojiData> {
  return table.get();
}

/** All emoji of the organization, including custom ones. Throws if the table cannot be loaded. */
export async function allEmoji({ state }: Organization): Promise<readonly Emoji[]> {
  const own = state.realm_emoji;
  const data = await emojiData();
  if (cached !== undefined && cached.own === own) return cached.all;
  const all = buildEmoji(data, Object.values(own ?? {}) as OrganizationEmoji[], emojiOfCode);
  cached = { own, all };
  return all;
}

/** The skin tone of the emoji that the viewer writes. */
export function skinToneOf({ state }: Organization): SkinTone {
  return state.user_settings?.emoji_skin_tone ?? 'none';
}
