// The sections of the organization's screen, and who may see them.

import type { State } from '../../client/state/state.ts';

const everyone = () => true;
const members = (state: State) => state.is_guest !== true;
const owners = (state: State) => state.is_owner === true;
const administrators = (state: State) => state.is_admin === true;

export interface SectionProps {
  /** The part of the address after the section. */
  readonly rest: string;
}

interface Section {
  isFor(state: State, ownId: number): boolean;
  /** Other names of the section in addresses, used by messages and other clients. */
  readonly aliases: readonly string[];
}

/** In display order. */
const sections = {
  profile: { isFor: everyone, aliases: ['organization-profile'] },
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
  joining: { isFor: everyone, aliases: ['auth-methods'] },
  permissions: { isFor: everyone, aliases: ['organization-permissions'] },
  messages: { isFor: everyone, aliases: ['organization-settings'] },
  retention: { isFor: everyone, aliases: [] },
  notices: { isFor: everyone, aliases: [] },
  programs: { isFor: everyone, aliases: [] },
  emoji: { isFor: everyone, aliases: ['emoji-settings'] },
  linkifiers: { isFor: everyone, aliases: ['linkifier-settings'] },
  playgrounds: { isFor: everyone, aliases: ['playground-settings'] },
  fields: { isFor: everyone, aliases: ['profile-field-settings'] },
  limits: { isFor: administrators, aliases: [] },
  domains: { isFor: everyone, aliases: [] },
  mail: { isFor: members, aliases: [] },
  audit: { isFor: owners, aliases: [] },
  exports: { isFor: administrators, aliases: ['data-exports-admin'] },
  deactivation: { isFor: administrators, aliases: [] },
} satisfies Readonly<Record<string, Section>>;

export type SectionName = keyof typeof sections;
const names = Object.keys(sections) as SectionName[];
const byAddress = new Map(
  names.flatMap((name) => [name, ...sections[name].aliases].map((alias) => [alias, name])),
);

/** Addresses that name a part of a section. */
const partsOf: Readonly<Record<string, string>> = {
  'deactivated-users-admin': 'deactivated',
  'invites-list-admin': 'invited',
};

export interface SectionAddress {
  readonly name: SectionName;
  /** The part of the address after the section: `17` of `people/17`. */
  readonly rest: string;
}

/** The section in an address; the first one by default. */
export function sectionOf(address: string): SectionAddress {
  const [first = '', ...rest] = address.split('/');
  const name = byAddress.get(first);
  return name === undefined
    ? { name: 'profile', rest: '' }
    : { name, rest: partsOf[first] ?? rest.join('/') };
}

/** The groups of sections in display order; the profile comes before them. */
const groups = {
  'sectionGroup.people': ['people', 'bots', 'groups', 'channels', 'newcomers'],
  'sectionGroup.rules': ['joining', 'permissions', 'messages', 'retention', 'notices', 'programs', 'limits'],
  'sectionGroup.content': ['emoji', 'linkifiers', 'playgrounds', 'fields'],
  'sectionGroup.data': ['domains', 'mail', 'audit', 'exports', 'deactivation'],
} as const satisfies Readonly<Record<string, readonly SectionName[]>>;

export interface SectionGroup {
  readonly title: keyof typeof groups;
  readonly names: readonly SectionName[];
}

/** The offered sections, without the profile, by group. */
export function sectionGroups(offered: readonly SectionName[]): readonly SectionGroup[] {
  return (Object.keys(groups) as (keyof typeof groups)[])
    .map((title) => ({ title, names: groups[title].filter((name) => offered.includes(name)) }))
    .filter(({ names }) => names.length > 0);
}

/** The sections that the viewer may open. */
export function sectionsFor(state: State, ownId: number): readonly SectionName[] {
  const table: Readonly<Record<SectionName, Section>> = sections;
  return names.filter((name) => table[name].isFor(state, ownId));
}
