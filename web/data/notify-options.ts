// The facts about this page that decide which notifications it shows.

import type { NarrowTarget } from '../store/narrow-targets.ts';
import type { Organization } from './organization.ts';

export interface NotifyOptions {
  readonly organization: Organization;
  /** What is in view: a narrow, and another one if a conversation is beside it. */
  readonly targetsInView: () => readonly NarrowTarget[];
  readonly go: (address: string) => void;
}
