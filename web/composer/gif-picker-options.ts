// The options with which the GIF picker is opened.

import type { Organization } from '../data/organization.ts';

export interface GifPickerOptions {
  readonly organization: Organization;
  /** Where it opens, and where the focus returns. */
  readonly anchor: Element;
  /** The words to search for first. */
  readonly query?: string;
  /** Receives the Markdown for the chosen GIF. */
  readonly onText: (text: string) => void;
}
