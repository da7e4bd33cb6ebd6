// Public conversations on Nextcloud Talk.

import { jsonText, record } from '../../api-contract/codec.ts';
import { callFailed } from '../../model/calls/call-errors.ts';
import type { NamedRooms } from '../../model/calls/video-calls.ts';
import type { HttpClient } from '../http/http-client.ts';
import { decodedAnswer, requestProvider } from './provider-requests.ts';
import type { VideoCallConfiguration } from './video-call-configuration.ts';

const NAME = 'Nextcloud Talk';
const createdRoom = record({ ocs: record({ data: record({ token: jsonText }) }) });
const PUBLIC_ROOM = 3;
const NAME_CHARACTERS = 255;
const TIMEOUT_MILLISECONDS = 10_000;

function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= NAME_CHARACTERS) return name;
  return `${characters.slice(0, NAME_CHARACTERS - 3).join('')}...`;
}

export class NextcloudTalkRooms implements NamedRooms {
  readonly #http: HttpClient;
  readonly #configuration: NonNullable<VideoCallConfiguration['nextcloudTalk']>;

  constructor(http: HttpClient, configuration: NonNullable<VideoCallConfiguration['nextcloudTalk']>) {
    this.#http = http;
    this.#configuration = configuration;
  }

  async createRoom(roomName: string): Promise<string> {
    const { url, username, password } = this.#configuration;
    const answer = await requestProvider(this.#http, NAME, `${url}ocs/v2.php/apps/spreed/api/v4/room`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        'ocs-apirequest': 'true',
        accept: 'application/json',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ roomType: PUBLIC_ROOM, roomName: shortened(roomName) }),
      milliseconds: TIMEOUT_MILLISECONDS,
    });
    const token = decodedAnswer(createdRoom, answer)?.ocs.data.token ?? '';
    if (answer.status >= 300 || token === '') throw callFailed(NAME);
    return `${url}index.php/call/${encodeURIComponent(token)}`;
  }
}
