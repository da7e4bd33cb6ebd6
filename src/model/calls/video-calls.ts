// What the API needs of the places where calls are made. `integrations/calls` implements it over the providers' own
// protocols; each part is there only when the server is configured for it. Every method throws refusals of
// `refusals.ts` and nothing else.

import type { OfferedProviders, PersonalProviderKey } from './providers.ts';
import type { CallToken } from './token.ts';

export interface CallWishes {
  readonly isVideo: boolean;
}

/** Whom a call is made for. */
export interface Caller {
  readonly organizationId: number;
  readonly accountId: number;
  readonly email: string;
  readonly fullName: string;
}

/** The provider no longer takes a token: it was revoked, or is too old. */
export class TokenRefused extends Error {}

/** Makes calls in the name of a person who gave access by OAuth 2. */
export interface PersonalCalls {
  readonly name: string;
  /** Where a person's browser goes to give access. `challenge` is the PKCE one (S256) for a later `verifier`. */
  authorizationUrl(state: string, redirectUri: string, challenge: string): string;
  /** The token for a code that the person's browser brought back. */
  exchange(code: string, redirectUri: string, verifier: string): Promise<CallToken>;
  /** A new token for one that has run out. Throws `TokenRefused` when there is none to be had. */
  refresh(token: CallToken): Promise<CallToken>;
  /** The address of a new call. Throws `TokenRefused` when the provider does not take the token. */
  createCall(token: CallToken, wishes: CallWishes): Promise<string>;
}

/** Makes calls with the server's own credentials. */
export interface ServerCalls {
  createCall(caller: Caller, wishes: CallWishes): Promise<string>;
}

/** Makes rooms with a name, with the server's own credentials. */
export interface NamedRooms {
  createRoom(roomName: string): Promise<string>;
}

/** A meeting that is made when the first person joins it. */
export interface SignedMeeting {
  readonly meetingId: string;
  readonly name: string;
  readonly isVoiceOnly: boolean;
  readonly moderatorId: number;
}

/** Makes meetings by requests that carry a signature. */
export interface SignedMeetings {
  readonly name: string;
  /** Makes sure that the meeting exists; gives the address at which one person joins it. */
  join(meeting: SignedMeeting, person: { readonly id: number; readonly fullName: string }): Promise<string>;
}

export interface VideoCalls {
  /** What administrators can choose from. */
  readonly offered: OfferedProviders;
  /** The Jitsi server of organizations that name none; null: there is none. */
  readonly jitsiServer: string | null;
  personal(provider: PersonalProviderKey): PersonalCalls | undefined;
  readonly zoomForAll: ServerCalls | undefined;
  readonly constructorGroups: ServerCalls | undefined;
  readonly nextcloudTalk: NamedRooms | undefined;
  readonly bigBlueButton: SignedMeetings | undefined;
}
