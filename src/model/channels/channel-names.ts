// Rules for the names and descriptions of channels.

import { isLongerThan } from '../../api-contract/codec.ts';
import { ApiError, badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';

/** Trims a name. @throws if it is empty, too long or has characters that cannot be printed */
export function normalChannelName(text: string): string {
  const name = text.trim();
  if (name === '') throw badRequest("Channel name can't be empty.");
  if (isLongerThan(name, limits.channelNameCodePoints)) {
    throw badRequest(`Channel name too long (limit: ${limits.channelNameCodePoints} characters).`);
  }
  let position = 0;
  for (const character of name) {
    position++;
    if (/[\p{Cc}\p{Cs}\p{Cn}]/u.test(character)) {
      throw badRequest(`Invalid character in channel name, at position ${position}.`);
    }
  }
  return name;
}

/** Turns line breaks into spaces: a description is one paragraph. */
export function normalDescription(text: string): string {
  return text.replace(/\r?\n/g, ' ');
}

/** 409. Archived channels keep their names, too. */
export function channelNameTaken(name: string): ApiError {
  return new ApiError(409, 'CHANNEL_ALREADY_EXISTS', `Channel '${name}' already exists`, {
    channel_name: name,
  });
}
