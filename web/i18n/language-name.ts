// The names of languages.

/** The name of a language (BCP 47) in itself, with a capital letter, such as "Português (Brasil)". */
export function languageName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return `${name.slice(0, 1).toLocaleUpperCase(code)}${name.slice(1)}`;
}
