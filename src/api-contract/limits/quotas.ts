// Quotas: how much of each kind an account may create per day, and how much an account or an organization may have.
// Unlike other limits these are defaults: administrators can change them, up to a ceiling that protects the server.

/** A quota's default, and the highest value that an administrator can set. */
export interface QuotaBound {
  readonly initial: number;
  readonly ceiling: number;
}

/** A kind of thing that accounts create. */
export interface QuotaKindDeclaration {
  /** The plural noun used in errors. */
  readonly things: string;
  /** The verb for adding one: completes "You can … at most 100 channels a day." */
  readonly verb: string;
  /** How to get below a maximum, as the beginning of a sentence. */
  readonly remedy: string;
  /** How many one member may create in 24 hours, together with their bots; administrators may create more. */
  readonly per_day?: QuotaBound;
  /** How many one account may have, for rows that belong to accounts. */
  readonly per_account?: QuotaBound;
  readonly per_organization?: QuotaBound;
  /** How many all accounts of an organization together may create in 24 hours. */
  readonly per_organization_and_day?: QuotaBound;
}

export const quotaScopes = [
  'per_day',
  'per_account',
  'per_organization',
  'per_organization_and_day',
] as const;
export type QuotaScope = (typeof quotaScopes)[number];

/** An administrator's daily quota is this many times a member's. */
export const ADMINISTRATOR_FACTOR = 10;

const upTo = (initial: number, ceiling: number): QuotaBound => ({ initial, ceiling });

export const quotas = {
  // Things that every client in the organization shows.
  channels: {
    things: 'channels',
    verb: 'create',
    remedy: 'Archive some',
    per_day: upTo(100, 10_000),
    per_organization: upTo(10_000, 100_000),
  },
  user_groups: {
    things: 'user groups',
    verb: 'create',
    remedy: 'Deactivate some',
    per_day: upTo(100, 10_000),
    per_organization: upTo(5000, 50_000),
  },
  group_memberships: {
    things: 'members of user groups',
    verb: 'add',
    remedy: 'Remove some',
    per_day: upTo(20_000, 1_000_000),
  },
  subscriptions: {
    things: 'subscriptions of other people',
    verb: 'add',
    remedy: 'Remove some',
    per_day: upTo(50_000, 10_000_000),
  },
  permission_members: {
    things: 'people and groups in permissions',
    verb: 'name',
    remedy: 'Remove some',
    per_day: upTo(20_000, 1_000_000),
  },
  bots: {
    things: 'bots',
    verb: 'create',
    remedy: 'Deactivate some',
    per_day: upTo(50, 5000),
    per_account: upTo(500, 5000),
    per_organization: upTo(10_000, 100_000),
  },
  custom_emoji: {
    things: 'custom emoji',
    verb: 'add',
    remedy: 'Use existing ones',
    per_day: upTo(200, 10_000),
    per_organization: upTo(5000, 20_000),
  },
  channel_folders: {
    things: 'channel folders',
    verb: 'create',
    remedy: 'Archive some',
    per_organization: upTo(500, 5000),
  },
  default_channel_groups: {
    things: 'default channel groups',
    verb: 'create',
    remedy: 'Delete some',
    per_organization: upTo(100, 1000),
  },
  linkifiers: {
    things: 'linkifiers',
    verb: 'add',
    remedy: 'Remove some',
    per_organization: upTo(200, 500),
  },
  playgrounds: {
    things: 'code playgrounds',
    verb: 'add',
    remedy: 'Remove some',
    per_organization: upTo(100, 500),
  },
  profile_fields: {
    things: 'custom profile fields',
    verb: 'add',
    remedy: 'Remove some',
    per_organization: upTo(100, 500),
  },
  domains: {
    things: 'allowed domains',
    verb: 'add',
    remedy: 'Remove some',
    per_organization: upTo(1000, 10_000),
  },
  // Things that the server stores or sends for the organization.
  uploads: {
    things: 'files',
    verb: 'upload',
    remedy: 'Delete some',
    per_day: upTo(2000, 100_000),
  },
  invitations: {
    things: 'invitations',
    verb: 'send',
    remedy: 'Revoke some',
    per_day: upTo(1000, 50_000),
    per_organization: upTo(50_000, 500_000),
    per_organization_and_day: upTo(3000, 100_000),
  },
  invitation_links: {
    things: 'invitation links',
    verb: 'create',
    remedy: 'Revoke some',
    per_day: upTo(100, 1000),
    per_organization: upTo(1000, 10_000),
  },
  event_subscriptions: {
    things: 'event subscriptions',
    verb: 'create',
    remedy: 'Remove some',
    per_day: upTo(50, 1000),
    per_account: upTo(5, 50),
    per_organization: upTo(500, 5000),
  },
  // Things that belong to one account.
  drafts: {
    things: 'drafts',
    verb: 'save',
    remedy: 'Delete some',
    per_day: upTo(5000, 50_000),
    per_account: upTo(1000, 10_000),
  },
  saved_snippets: {
    things: 'saved snippets',
    verb: 'create',
    remedy: 'Delete some',
    per_day: upTo(1000, 10_000),
    per_account: upTo(1000, 5000),
  },
  scheduled_messages: {
    things: 'scheduled messages',
    verb: 'create',
    remedy: 'Delete some',
    per_day: upTo(2000, 20_000),
    per_account: upTo(1000, 10_000),
  },
  reminders: {
    things: 'reminders',
    verb: 'create',
    remedy: 'Delete some',
    per_day: upTo(2000, 20_000),
    per_account: upTo(1000, 10_000),
  },
  topic_settings: {
    things: 'muted, unmuted or followed topics',
    verb: 'add',
    remedy: 'Reset some to the default',
    per_day: upTo(2000, 50_000),
    per_account: upTo(20_000, 100_000),
  },
  muted_users: {
    things: 'muted users',
    verb: 'add',
    remedy: 'Unmute some',
    per_day: upTo(1000, 10_000),
    per_account: upTo(5000, 50_000),
  },
  alert_words: {
    things: 'alert words',
    verb: 'add',
    remedy: 'Remove some',
    per_day: upTo(2000, 10_000),
    per_account: upTo(1000, 2000),
  },
  navigation_views: {
    things: 'navigation views',
    verb: 'add',
    remedy: 'Remove some',
    per_day: upTo(1000, 10_000),
    per_account: upTo(500, 2000),
  },
  push_devices: {
    things: 'devices',
    verb: 'register',
    remedy: 'Remove one that you no longer use',
    per_day: upTo(200, 2000),
    per_account: upTo(100, 1000),
  },
  push_tokens: {
    things: 'device tokens',
    verb: 'register',
    remedy: 'Remove one that you no longer use',
    per_day: upTo(200, 2000),
    per_account: upTo(100, 1000),
  },
  web_push_subscriptions: {
    things: 'browsers and apps with notifications',
    verb: 'register',
    remedy: 'Remove one that you no longer use',
    per_day: upTo(200, 2000),
    per_account: upTo(20, 200),
  },
  passkeys: {
    things: 'passkeys',
    verb: 'add',
    remedy: 'Remove one that you no longer use',
    per_day: upTo(50, 500),
    per_account: upTo(20, 100),
  },
} as const satisfies Readonly<Record<string, QuotaKindDeclaration>>;

type Quotas = typeof quotas;
export type QuotaKind = keyof Quotas;

/** The kinds that have a quota of a scope. */
export type QuotaKindWith<S extends QuotaScope> = {
  [K in QuotaKind]: S extends keyof Quotas[K] ? K : never;
}[QuotaKind];

/** The name of a quota for clients and in stored settings: `channels_per_day`. */
export type QuotaName = { [S in QuotaScope]: `${QuotaKindWith<S>}_${S}` }[QuotaScope];
