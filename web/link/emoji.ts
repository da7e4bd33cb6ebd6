// The emoji that can be chosen, loaded when they are first needed.

import type { State } from '../../client/state/state.ts';
import { type Emoji, type EmojiData, emojiOf, type OwnEmoji } from '../ground/emoji.ts';
import { emojiOfCode } from '../parts/rendered-rules.ts';
import type { Organization } from './organization.ts';

let data: Promise<EmojiData> | undefined;
let made: { readonly own: State['realm_emoji']; readonly all: readonly Emoji[] } | undefined;

async function loaded(): Promise<EmojiData> {
  const answer = await fetch('/static/emoji-data.json');
  if (!answer.ok) throw new Error(`the table of emoji is answered with ${answer.status}`);
  return answer.json();
}

/** The server's table. Throws where it cannot be loaded, and asks again the next time. */
export async function emojiData(): Promise<EmojiData> {
  data ??= loaded();
  try {
    return await data;
  } catch (error) {
    data = undefined;
    throw error;
  }
}

/** Every emoji of the organization. Throws where the table cannot be loaded. */
export async function allEmoji({ state }: Organization): Promise<readonly Emoji[]> {
  const own = state.realm_emoji;
  const table = await emojiData();
  if (made !== undefined && made.own === own) return made.all;
  const all = emojiOf(table, Object.values(own ?? {}) as OwnEmoji[], emojiOfCode);
  made = { own, all };
  return all;
}
