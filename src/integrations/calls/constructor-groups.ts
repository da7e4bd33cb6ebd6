// Rooms on Constructor Groups. Each account has a room there, created at first use.

import { createHash } from 'node:crypto';
import { record } from '../../api-contract/codec.ts';
import { callFailed } from '../../model/calls/call-errors.ts';
import type { CallRequester, ServerCalls } from '../../model/calls/video-calls.ts';
import type { HttpClient } from '../http/http-client.ts';
import { decodedAnswer, jsonRequest, requestProvider, webAddress } from './provider-requests.ts';
import type { VideoCallConfiguration } from './video-call-configuration.ts';

const NAME = 'Constructor Groups';
const room = record({ url: webAddress });

export class ConstructorGroupsCalls implements ServerCalls {
  readonly #http: HttpClient;
  readonly #configuration: NonNullable<VideoCallConfiguration['constructorGroups']>;

  constructor(http: HttpClient, configuration: NonNullable<VideoCallConfiguration['constructorGroups']>) {
    this.#http = http;
    this.#configuration = configuration;
  }

  async createCall(caller: CallRequester): Promise<string> {
    const { url, accessKey, secretKey } = this.#configuration;
    const hash = createHash('sha256').update(`${accessKey}|${secretKey}`).digest('hex');
    const name = `${caller.fullName}'s Parley room`;
    const request = jsonRequest(`${accessKey}|${hash}`, {
      creator_email: caller.email,
      name,
      fallback_name: `${name} (${caller.organizationId}-${caller.accountId})`,
    });
    const answer = await requestProvider(this.#http, NAME, `${url}room/default`, request);
    const address = answer.status < 300 ? decodedAnswer(room, answer)?.url : undefined;
    if (address === undefined) throw callFailed(NAME);
    return address;
  }
}
