// The types of `text-problems.mjs`, for tests.

type Messages = Readonly<Record<string, string>>;

export function pluralForms(language: string): string[];

export function problemsOfLanguage(
  language: string,
  messages: Messages,
  english: Messages,
): Generator<string, void>;

export function unusedKeys(keys: readonly string[], sources: string): string[];
