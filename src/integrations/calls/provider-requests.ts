// Requests to video call providers, and how their failures are reported to clients.

import { type Codec, decodedOrUndefined, wrongType } from '../../api-contract/codec.ts';
import { parseJson } from '../../api-contract/json.ts';
import { connectionFailed } from '../../model/calls/call-errors.ts';
import {
  type HttpClient,
  type IncomingAnswer,
  NoAnswerError,
  type OutgoingRequest,
} from '../http/http-client.ts';

const SHOWN_CHARACTERS = 200;

/** The error for a response with an HTTP error status. */
export function httpFailure(name: string, answer: IncomingAnswer): Error {
  const beginning = answer.text.slice(0, SHOWN_CHARACTERS);
  return connectionFailed(name, `HTTP ${answer.status}: ${beginning}`);
}

/** Sends a request. @throws a failed connection for no response or a server error (status 500 and above) */
export async function requestProvider(
  http: HttpClient,
  name: string,
  url: string,
  request: OutgoingRequest,
): Promise<IncomingAnswer> {
  let answer: IncomingAnswer;
  try {
    answer = await http.send(url, request);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    throw connectionFailed(name, error.message);
  }
  if (answer.status >= 500) throw httpFailure(name, answer);
  return answer;
}

/** The decoded JSON of a response; undefined if the codec refuses it. */
export function decodedAnswer<T>(codec: Codec<T>, answer: IncomingAnswer): T | undefined {
  return decodedOrUndefined(codec, parseJson(answer.text));
}

/** An http(s) address; nothing else, since clients put it into messages. */
export const webAddress: Codec<string> = {
  schema: { type: 'string', format: 'uri' },
  decode(value, path) {
    if (typeof value !== 'string' || !URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
      throw wrongType(path, 'a web address', value);
    return value;
  },
};

/** A request with a JSON body and a bearer token. */
export function jsonRequest(bearer: string, body: unknown): OutgoingRequest {
  return {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify(body),
  };
}
