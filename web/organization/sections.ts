// The sections of what the organization is and how it is set up, and who sees them.

import type { State } from '../../client/state/state.ts';

const everybody = () => true;
const members = (state: State) => state.is_guest !== true;
const owners = (state: State) => state.is_owner === true;
const administrators = (state: State) => state.is_admin === true;

/** What a section is given. */
export interface SectionProps {
  /** What the address says behind the section. */
  readonly rest: string;
}

interface Section {
  isFor(state: State, ownId: number): boolean;
  /** Its names beside its own in addresses that messages and other clients write. */
  readonly aliases: readonly string[];
}

/** In the order in which they are offered. */
const sections = {
  profile: { isFor: everybody, aliases: ['organization-profile'] },
  people: {
    isFor: members,
    aliases: ['users', 'user-list-admin', 'deactivated-users-admin', 'invites-list-admin'],
  },
  bots: { isFor: administrators, aliases: ['bot-list-admin', 'bots-list-admin'] },
  groups: { isFor: administrators, aliases: ['user-groups-admin'] },
  channels: { isFor: administrators, aliases: ['channel-list-admin', 'channel-folders'] },
  newcomers: {
    isFor: administrators,
    aliases: ['default-channels-list', 'default-streams-list', 'organization-level-user-defaults'],
  },
  joining: { isFor: everybody, aliases: ['auth-methods'] },
  permissions: { isFor: everybody, aliases: ['organization-permissions'] },
  messages: { isFor: everybody, aliases: ['organization-settings'] },
  retention: { isFor: everybody, aliases: [] },
  notices: { isFor: everybody, aliases: [] },
  programs: { isFor: everybody, aliases: [] },
  emoji: { isFor: everybody, aliases: ['emoji-settings'] },
  linkifiers: { isFor: everybody, aliases: ['linkifier-settings'] },
  playgrounds: { isFor: everybody, aliases: ['playground-settings'] },
  fields: { isFor: everybody, aliases: ['profile-field-settings'] },
  limits: { isFor: administrators, aliases: [] },
  domains: { isFor: everybody, aliases: [] },
  mail: { isFor: members, aliases: [] },
  audit: { isFor: owners, aliases: [] },
  exports: { isFor: administrators, aliases: ['data-exports-admin'] },
  deactivation: { isFor: administrators, aliases: [] },
} satisfies Readonly<Record<string, Section>>;

export type SectionName = keyof typeof sections;
const names = Object.keys(sections) as SectionName[];
const addressed = new Map(
  names.flatMap((name) => [name, ...sections[name].aliases].map((one) => [one, name])),
);

/** Addresses that name a part of a section. */
const partsOf: Readonly<Record<string, string>> = {
  'deactivated-users-admin': 'deactivated',
  'invites-list-admin': 'invited',
};

export interface SectionPlace {
  readonly name: SectionName;
  /** What the address says behind the section: `17` of `people/17`. */
  readonly rest: string;
}

/** The section that an address names; the first for any other. */
export function sectionOf(address: string): SectionPlace {
  const [first = '', ...rest] = address.split('/');
  const name = addressed.get(first);
  return name === undefined
    ? { name: 'profile', rest: '' }
    : { name, rest: partsOf[first] ?? rest.join('/') };
}

/** What they are about, in the order in which they are offered; the profile stands before them. */
const about = {
  'sectionGroup.people': ['people', 'bots', 'groups', 'channels', 'newcomers'],
  'sectionGroup.rules': ['joining', 'permissions', 'messages', 'retention', 'notices', 'programs', 'limits'],
  'sectionGroup.content': ['emoji', 'linkifiers', 'playgrounds', 'fields'],
  'sectionGroup.data': ['domains', 'mail', 'audit', 'exports', 'deactivation'],
} as const satisfies Readonly<Record<string, readonly SectionName[]>>;

export interface SectionGroup {
  readonly title: keyof typeof about;
  readonly names: readonly SectionName[];
}

/** The sections that are offered beside the profile, by what they are about. */
export function grouped(offered: readonly SectionName[]): readonly SectionGroup[] {
  return (Object.keys(about) as (keyof typeof about)[])
    .map((title) => ({ title, names: about[title].filter((name) => offered.includes(name)) }))
    .filter(({ names }) => names.length > 0);
}

/** Those that somebody may open. */
export function sectionsFor(state: State, ownId: number): readonly SectionName[] {
  const table: Readonly<Record<SectionName, Section>> = sections;
  return names.filter((name) => table[name].isFor(state, ownId));
}
