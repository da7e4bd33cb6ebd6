// What somebody's profile says in one custom field.

export interface ProfileValue {
  readonly accountId: number;
  readonly fieldId: number;
  readonly value: string;
  /** HTML, for the types that are Markdown. */
  readonly renderedValue: string | null;
}
