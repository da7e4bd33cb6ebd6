// The sections of what the organization is and how it is set up, and who sees them.

const sections = ['profile', 'exports'] as const;
export type SectionName = (typeof sections)[number];

/** Names in the addresses that messages and other clients of this API link to. */
const addressed = new Map<string, SectionName>([
  ['exports', 'exports'],
  ['data-exports-admin', 'exports'],
]);

/** The section that an address names; the first for any other. */
export function sectionOf(name: string): SectionName {
  return addressed.get(name) ?? 'profile';
}

/** Those that somebody may open. */
export function sectionsFor(isAdministrator: boolean): readonly SectionName[] {
  return isAdministrator ? sections : ['profile'];
}
