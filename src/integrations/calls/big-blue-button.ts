// Meetings on a BigBlueButton server. Each request carries a checksum made with a shared secret. A meeting is
// created when an account joins; creating an existing meeting changes nothing.

import { createHash } from 'node:crypto';
import { authenticationFailed, unexpectedAnswer } from '../../model/calls/call-errors.ts';
import type { SignedMeeting, SignedMeetings } from '../../model/calls/video-calls.ts';
import type { HttpClient } from '../http/http-client.ts';
import { httpFailure, requestProvider } from './provider-requests.ts';
import type { VideoCallConfiguration } from './video-call-configuration.ts';

const NAME = 'BigBlueButton';

/** The query of an API call, with its checksum at the end. */
function signedQuery(call: string, parameters: Readonly<Record<string, string>>, secret: string): string {
  // The checksum covers exactly the text that is sent; the server takes spaces as %20.
  const query = new URLSearchParams(parameters).toString().replaceAll('+', '%20');
  const checksum = createHash('sha256').update(`${call}${query}${secret}`).digest('hex');
  return `${query}&checksum=${checksum}`;
}

/** The text of an element in the server's flat XML; empty if the element is missing. */
function elementText(xml: string, name: string): string {
  return new RegExp(`<${name}>\\s*([^<]*?)\\s*</${name}>`).exec(xml)?.[1] ?? '';
}

export class BigBlueButtonMeetings implements SignedMeetings {
  readonly name = NAME;
  readonly #http: HttpClient;
  readonly #url: string;
  readonly #secret: string;

  constructor(http: HttpClient, configuration: NonNullable<VideoCallConfiguration['bigBlueButton']>) {
    this.#http = http;
    this.#url = configuration.url;
    this.#secret = configuration.secret;
  }

  async join(
    meeting: SignedMeeting,
    person: { readonly id: number; readonly fullName: string },
  ): Promise<string> {
    const createTime = await this.#create(meeting);
    return this.#address('join', {
      meetingID: meeting.meetingId,
      role: person.id === meeting.moderatorId ? 'MODERATOR' : 'VIEWER',
      fullName: person.fullName,
      // Ties the link to this meeting, so that it does not open a later one with the same id.
      ...(createTime !== '' && { createTime }),
    });
  }

  /** Creates the meeting unless it exists; returns its creation time. */
  async #create({ meetingId, name, isVoiceOnly }: SignedMeeting): Promise<string> {
    const url = this.#address('create', {
      meetingID: meetingId,
      name,
      lockSettingsDisableCam: String(isVoiceOnly),
    });
    const answer = await requestProvider(this.#http, NAME, url, {});
    if (answer.status !== 200) throw httpFailure(NAME, answer);
    if (elementText(answer.text, 'messageKey') === 'checksumError') throw authenticationFailed(NAME);
    const status = elementText(answer.text, 'returncode');
    if (status !== 'SUCCESS') throw unexpectedAnswer(NAME, status);
    return elementText(answer.text, 'createTime');
  }

  #address(call: string, parameters: Readonly<Record<string, string>>): string {
    return `${this.#url}api/${call}?${signedQuery(call, parameters, this.#secret)}`;
  }
}
