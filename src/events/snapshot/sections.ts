// All sections of the register answer.

import type { SnapshotSection } from './section.ts';

export const sections: readonly SnapshotSection[] = [];
