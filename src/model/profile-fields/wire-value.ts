// A person's values of custom profile fields in wire form: `profile_data` of a user.

import type { ProfileValue } from './profile-value.ts';

export type WireValues = Record<string, { readonly value: string; readonly rendered_value?: string }>;

/** The values of one person, keyed by field id. */
export function wireValues(values: readonly ProfileValue[]): WireValues {
  return Object.fromEntries(
    values.map(({ fieldId, value, renderedValue }) => [
      String(fieldId),
      { value, ...(renderedValue !== null && { rendered_value: renderedValue }) },
    ]),
  );
}
