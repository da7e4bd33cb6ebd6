// What a channel may be called and how it may be described.

import { isLongerThan } from '../../api-contract/codec.ts';
import { ApiError, badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';

/** The name without white space around it. Refuses what is empty, too long or cannot be printed. */
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

/** A description is one paragraph: line breaks become spaces. */
export function normalDescription(text: string): string {
  return text.replace(/\r?\n/g, ' ');
}

/** 409: archived channels keep their names too. */
export function channelNameTaken(name: string): ApiError {
  return new ApiError(409, 'CHANNEL_ALREADY_EXISTS', `Channel '${name}' already exists`, {
    channel_name: name,
  });
}
