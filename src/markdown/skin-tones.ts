// Skin tones of emoji in texts. They are characters, since clients of the API know no names of emoji with a tone.

/** From none, which shows the emoji in yellow, to dark. */
export const skinTones = ['none', 'light', 'medium_light', 'medium', 'medium_dark', 'dark'] as const;

export type SkinTone = (typeof skinTones)[number];

const FIRST_MODIFIER = 0x1f3fb;
const PERSON = /\p{Emoji_Modifier_Base}\ufe0f?/gu;

/**
 * The characters of an emoji in a tone. Emoji without people, and those of several, which would need a tone for each,
 * are returned as they are.
 */
export function withSkinTone(characters: string, tone: SkinTone): string {
  const index = skinTones.indexOf(tone) - 1;
  if (index < 0 || characters.match(PERSON)?.length !== 1) return characters;
  const modifier = String.fromCodePoint(FIRST_MODIFIER + index);
  return characters.replace(PERSON, (person) => person.replace('\ufe0f', '') + modifier);
}
