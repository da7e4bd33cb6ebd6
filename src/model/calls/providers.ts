// The places where calls can be made: their names, the numbers they have in the organization's settings, and the
// words by which addresses and events name those that a person gives access to.

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
} as const satisfies Readonly<Record<string, CallProvider>>;

export type CallProviderKey = keyof typeof callProviders;

/** What administrators can choose from, by the key that clients know. */
export type OfferedProviders = Readonly<Partial<Record<CallProviderKey, CallProvider>>>;

/** Providers that make calls in the name of a person, who gives them access once (OAuth 2). */
export const personalProviders = ['webex', 'zoom'] as const;
export type PersonalProviderKey = (typeof personalProviders)[number];

/** Where Jitsi calls are made unless the server or the organization names another place. */
export const DEFAULT_JITSI_SERVER = 'https://meet.jit.si';
