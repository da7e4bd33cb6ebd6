// The call providers: their names, their numbers in the organization's settings, and the keys that URLs and
// events use for providers to which people grant access.

export interface CallProvider {
  readonly id: number;
  readonly name: string;
}

export const callProviders = {
  disabled: { id: 0, name: 'None' },
  jitsi_meet: { id: 1, name: 'Jitsi Meet' },
  zoom: { id: 3, name: 'Zoom' },
  big_blue_button: { id: 4, name: 'BigBlueButton' },
  zoom_server_to_server: { id: 5, name: 'Zoom' },
  constructor_groups: { id: 6, name: 'Constructor Groups' },
  nextcloud_talk: { id: 7, name: 'Nextcloud Talk' },
  webex: { id: 8, name: 'Webex' },
  /** Parley's own calls. Far from the numbers of other servers, which give new ones to further providers. */
  parley: { id: 1000, name: 'Parley' },
} as const satisfies Readonly<Record<string, CallProvider>>;

export type CallProviderKey = keyof typeof callProviders;

/** The providers that administrators can choose, by the key that clients know. */
export type AvailableProviders = Readonly<Partial<Record<CallProviderKey, CallProvider>>>;

/** Providers that create calls on behalf of a person, who grants access once (OAuth 2). */
export const personalProviders = ['webex', 'zoom'] as const;
export type PersonalProviderKey = (typeof personalProviders)[number];

/** The Jitsi server to use unless the server or the organization configures another. */
export const DEFAULT_JITSI_SERVER = 'https://meet.jit.si';
