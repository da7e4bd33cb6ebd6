// Fills values into compiled texts, in the client and the server.

/** A text, or its plural forms by the rules of its language, chosen by `count`. Values are in braces: `{name}`. */
export type Text = string | PluralText;
export type PluralText = { readonly [F in Intl.LDMLPluralRule]?: string } & { readonly other: string };
export type CompiledTexts = Readonly<Record<string, Text>>;

/** The values of a text by name; `count` is a number. */
export type TextValues<Names extends string, T> = {
  readonly [N in Names]: N extends 'count' ? number : T;
};

/** The values as an argument, which is missing if the text has none. */
export type TextArguments<Names extends string, T> = [Names] extends [never]
  ? [values?: undefined]
  : [values: TextValues<Names, T>];

/** The formats that depend on the locale. */
export interface LocaleFormats {
  readonly plurals: Intl.PluralRules;
  readonly numbers: Intl.NumberFormat;
}

/** The formats of a locale, created when they are first read: the first one of a program takes a browser 5 to 20 ms. */
export function localeFormats(locale: string): LocaleFormats {
  let plurals: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  return {
    get plurals() {
      plurals ??= new Intl.PluralRules(locale);
      return plurals;
    },
    get numbers() {
      numbers ??= new Intl.NumberFormat(locale);
      return numbers;
    },
  };
}

function chosenForm(text: Text, count: unknown, formats: LocaleFormats): string {
  return typeof text === 'string' ? text : (text[formats.plurals.select(Number(count))] ?? text.other);
}

/**
 * The parts of a text in order: literal ones, and the values of its placeholders. Numbers are formatted for the language;
 * `count` also chooses the plural form. Objects remain as they are.
 */
export function fillText(
  text: Text,
  values: Readonly<Record<string, unknown>>,
  formats: LocaleFormats,
): (string | object)[] {
  const filled = (name: string) => {
    const value = values[name];
    if (typeof value === 'object' && value !== null) return value;
    return typeof value === 'number' ? formats.numbers.format(value) : String(value);
  };
  return chosenForm(text, values.count, formats)
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part : filled(part)))
    .filter((part) => part !== '');
}
