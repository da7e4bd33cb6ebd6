// Keys of features that this server does not have yet: nobody can have made any of these, so each is truly empty.
// Clients fail without some of them. Whoever adds one of the features takes its line from here.

import type { Fields, SnapshotSection } from './section.ts';

function empty(gate: string, fields: Fields): SnapshotSection {
  return { gates: [gate], fromMemory: () => fields };
}

export const notYetSections: readonly SnapshotSection[] = [empty('device', { devices: {} })];
