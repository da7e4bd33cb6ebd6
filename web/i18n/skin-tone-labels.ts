// The names of skin tones.

import type { SkinTone } from '../../src/markdown/skin-tones.ts';
import type { Key } from './texts.ts';

export const skinToneLabels = {
  none: 'skinTone.none',
  light: 'skinTone.light',
  medium_light: 'skinTone.medium_light',
  medium: 'skinTone.medium',
  medium_dark: 'skinTone.medium_dark',
  dark: 'skinTone.dark',
} as const satisfies Readonly<Record<SkinTone, Key>>;
