// What went wrong, as it is shown: in words that are not always in the language of the page.

/** What went wrong, in words. */
export interface Problem {
  readonly text: string;
  /** Where it is not in the language of the page. */
  readonly lang?: 'en' | undefined;
  /** What did not come about by it, in the language of the page; stands before it. */
  readonly effect?: string | undefined;
}
