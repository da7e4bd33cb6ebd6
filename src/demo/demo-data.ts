// The people, channels and settings of the demo organization. Tests and documentation rely on the exact texts.

import { Role } from '../model/accounts/roles.ts';

export interface DemoPerson {
  readonly key: string;
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  /** The key of a bot's owner. */
  readonly owner?: string;
}

export const demoPeople: readonly DemoPerson[] = [
  { key: 'olive', email: 'olive@example.com', fullName: 'Olive Owner', role: Role.owner },
  { key: 'adam', email: 'adam@example.com', fullName: 'Adam Admin', role: Role.administrator },
  { key: 'mona', email: 'mona@example.com', fullName: 'Mona Moderator', role: Role.moderator },
  { key: 'mel', email: 'mel@example.com', fullName: 'Mel Member', role: Role.member },
  { key: 'mia', email: 'mia@example.com', fullName: 'Mia Member', role: Role.member },
  { key: 'max', email: 'max@example.com', fullName: 'Max Member', role: Role.member },
  { key: 'gus', email: 'gus@example.com', fullName: 'Gus Guest', role: Role.guest },
  { key: 'helper', email: 'helper-bot@example.com', fullName: 'Helper Bot', role: Role.member, owner: 'mel' },
];

export interface DemoChannel {
  readonly name: string;
  readonly description: string;
  readonly kind: 'public' | 'protected' | 'web-public';
  readonly isDefault?: boolean;
  readonly onlyAdministratorsPost?: boolean;
  readonly subscribers: readonly string[];
}

const everyone = ['olive', 'adam', 'mona', 'mel', 'mia', 'max', 'gus', 'helper'];
const everyoneButGus = everyone.filter((key) => key !== 'gus');

export const demoChannels: readonly DemoChannel[] = [
  {
    name: 'general',
    description: 'What concerns everyone',
    kind: 'public',
    isDefault: true,
    subscribers: everyoneButGus,
  },
  {
    name: 'engineering',
    description: 'How it is built',
    kind: 'public',
    subscribers: ['olive', 'adam', 'mona', 'mel', 'mia'],
  },
  {
    name: 'design',
    description: 'How it looks and feels',
    kind: 'public',
    subscribers: ['adam', 'mia', 'gus'],
  },
  { name: 'leadership', description: 'Plans and people', kind: 'protected', subscribers: ['olive', 'adam'] },
  {
    name: 'announcements',
    description: 'News, from administrators only',
    kind: 'public',
    onlyAdministratorsPost: true,
    subscribers: everyoneButGus,
  },
  { name: 'town square', description: 'Open to the world', kind: 'web-public', subscribers: everyone },
];

/** The people who may create users through the API. */
export const demoUserCreators: readonly string[] = ['olive'];

/** The API operations, with parameters, that the owner performs in order. */
export const demoSettings: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['update-organization', { enable_spectator_access: true }],
  ['add-linkifier', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/changes/{id}' }],
  ['add-linkifier', { pattern: 'T(?P<id>[0-9]+)', url_template: 'https://example.com/tickets/{id}' }],
  ['create-custom-profile-field', { name: 'Pronunciation', hint: 'How to say your name', field_type: 1 }],
  [
    'create-custom-profile-field',
    {
      name: 'Team',
      hint: '',
      field_type: 3,
      field_data: {
        '0': { text: 'Engineering', order: '1' },
        '1': { text: 'Design', order: '2' },
        '2': { text: 'Support', order: '3' },
      },
    },
  ],
  ['add-domain', { domain: 'example.com', allow_subdomains: false }],
];
