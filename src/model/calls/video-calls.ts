// The interface to call providers that the API uses. `integrations/calls` implements it with the providers'
// protocols; a provider is present only if the server is configured for it. All methods throw only the errors
// of this folder, and `InvalidTokenError` where noted.

import { CodedError } from '../../errors/coded-error.ts';
import type { AvailableProviders, PersonalProviderKey } from './call-providers.ts';
import type { CallToken } from './call-token.ts';

export interface CreateCallOptions {
  readonly isVideo: boolean;
}

/** The account that a call is created for. */
export interface CallRequester {
  readonly organizationId: number;
  readonly accountId: number;
  readonly email: string;
  readonly fullName: string;
}

/** The provider no longer accepts a token: it was revoked or is too old. */
export class InvalidTokenError extends CodedError {
  constructor() {
    super('TOKEN_REFUSED', 'the provider refused the token');
  }
}

/** Creates calls on behalf of a person who granted access by OAuth 2. */
export interface PersonalCalls {
  readonly name: string;
  /**
   * Where a person's browser goes to grant access. `challenge` is the PKCE challenge (S256) of the later `verifier`.
   */
  authorizationUrl(state: string, redirectUri: string, challenge: string): string;
  /** The token for the code that the person's browser brought back. */
  exchange(code: string, redirectUri: string, verifier: string): Promise<CallToken>;
  /** Renews an expired token. @throws `InvalidTokenError` if the provider refuses */
  refresh(token: CallToken): Promise<CallToken>;
  /** The URL of a new call. @throws `InvalidTokenError` if the provider does not accept the token */
  createCall(token: CallToken, options: CreateCallOptions): Promise<string>;
}

/** Creates calls with the server's own credentials. */
export interface ServerCalls {
  createCall(caller: CallRequester, options: CreateCallOptions): Promise<string>;
}

/** Creates named rooms with the server's own credentials. */
export interface NamedRooms {
  createRoom(roomName: string): Promise<string>;
}

/** A meeting that is created when the first person joins it. */
export interface SignedMeeting {
  readonly meetingId: string;
  readonly name: string;
  readonly isVoiceOnly: boolean;
  readonly moderatorId: number;
}

/** Creates meetings with signed requests. */
export interface SignedMeetings {
  readonly name: string;
  /** Creates the meeting if it does not exist yet, and returns the URL at which a person joins it. */
  join(meeting: SignedMeeting, person: { readonly id: number; readonly fullName: string }): Promise<string>;
}

export interface VideoCalls {
  /** The providers that administrators can choose. */
  readonly available: AvailableProviders;
  /** The Jitsi server of organizations that configure none; null if there is none. */
  readonly jitsiServer: string | null;
  personal(provider: PersonalProviderKey): PersonalCalls | undefined;
  readonly zoomServerToServer: ServerCalls | undefined;
  readonly constructorGroups: ServerCalls | undefined;
  readonly nextcloudTalk: NamedRooms | undefined;
  readonly bigBlueButton: SignedMeetings | undefined;
}
