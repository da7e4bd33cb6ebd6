// A person's value of one custom profile field.

export interface ProfileValue {
  readonly accountId: number;
  readonly fieldId: number;
  readonly value: string;
  /** The value as HTML if the field's text is Markdown; otherwise null. */
  readonly renderedValue: string | null;
}
