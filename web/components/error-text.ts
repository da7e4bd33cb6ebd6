// The text of an error, which may not be in the page's language.

export interface ErrorText {
  readonly text: string;
  /** Set if the text is not in the page's language. */
  readonly lang?: 'en' | undefined;
  /** The action that failed, in the page's language; shown before the text. */
  readonly consequence?: string | undefined;
}
