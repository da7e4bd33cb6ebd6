// Applies a person's settings to the page: theme, language, sizes.

import type { State } from '../../client/state/state.ts';
import { chooseLanguage, directionOf, languageFor } from '../i18n/texts.ts';

const themes = { 2: 'dark', 3: 'light' } as const;
const DEFAULT_FONT_PIXELS = 16;

type Settings = NonNullable<State['user_settings']>;

function themeOf({ color_scheme: scheme }: Pick<Settings, 'color_scheme'>): 'light' | 'dark' {
  if (scheme === 2 || scheme === 3) return themes[scheme];
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** The theme before any settings are known. */
export function showSystemTheme(): void {
  document.documentElement.dataset.theme = themeOf({ color_scheme: 1 });
}

/** Applies the settings. Resolves when the language is loaded, with whether it is still the chosen one. */
export async function showSettings(settings: Settings): Promise<boolean> {
  const { documentElement: page } = document;
  page.dataset.theme = themeOf(settings);
  page.dataset.contrast = settings.high_contrast_mode ? 'high' : 'usual';
  const scale = settings.web_font_size_px / DEFAULT_FONT_PIXELS;
  page.style.fontSize = scale === 1 ? '' : `${scale * 100}%`;
  const language = languageFor(settings.default_language);
  if (!(await chooseLanguage(language, navigator.languages))) return false;
  // Language and direction follow the texts that are shown, which may be English for a language without texts.
  page.lang = language === 'pseudo' ? 'en' : language;
  page.dir = directionOf(language);
  return true;
}

/** Follows the system's theme, for the setting `auto`. Returns a function that stops it. */
export function onSystemTheme(listener: () => void): () => void {
  const query = matchMedia('(prefers-color-scheme: dark)');
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
