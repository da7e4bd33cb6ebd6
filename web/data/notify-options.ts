// What notifications of this page need to know about it.

import type { NarrowTarget } from '../store/narrow-targets.ts';
import type { Organization } from './organization.ts';

export interface NotifyOptions {
  readonly organization: Organization;
  /** The conversation in view. */
  readonly targetInView: () => NarrowTarget | undefined;
  readonly go: (address: string) => void;
}
