// A person's value of one custom profile field.

export interface ProfileValue {
  readonly accountId: number;
  readonly fieldId: number;
  readonly value: string;
  /** The HTML for types that are Markdown. */
  readonly renderedValue: string | null;
}
