// The answers that the mobile client reads, besides the snapshot and events.

import {
  boolean,
  type Decoder,
  int,
  list,
  Malformed,
  maybe,
  nullable,
  object,
  oneOf,
  optional,
  real,
  tableById,
  text,
} from '../decoder.ts';
import { message } from './messages.ts';
import { presence } from './people.ts';

/** A success whose content is not read. */
export const done = object({ result: oneOf('success'), msg: text });

/** An API key has exactly 32 ASCII characters. */
const apiKey: Decoder<string> = (value, at) => {
  const key = text(value, at);
  if (!/^[\x21-\x7e]{32}$/.test(key)) throw new Malformed(at, '32 one-byte characters', value);
  return key;
};

export const fetchedKey = object({ api_key: apiKey, email: text, user_id: int });

export const sent = object({
  id: int,
  automatic_new_visibility_policy: optional(oneOf(1, 2, 3)),
  message_url: text,
  message_link: text,
});

export const messages = object({
  anchor: int,
  found_newest: boolean,
  found_oldest: boolean,
  found_anchor: boolean,
  history_limited: boolean,
  messages: list(message),
});

export const oneMessage = object({ raw_content: text, message });

export const flagged = object({ messages: list(int) });

export const flaggedNarrow = object({
  processed_count: int,
  updated_count: int,
  first_processed_id: nullable(int),
  last_processed_id: nullable(int),
  found_oldest: boolean,
  found_newest: boolean,
});

export const readReceipts = object({ user_ids: list(int) });

/** With `ping_only` the answer has no presence of others. */
export const presences = object({
  presence_last_update_id: maybe(int),
  server_timestamp: maybe(real),
  presences: maybe(tableById(presence)),
});

export const upload = object({ uri: text, url: text });

export const ownId = object({ user_id: int });

export const savedSnippetMade = object({ saved_snippet_id: int });

export const registeredDevice = object({ device_id: int });
