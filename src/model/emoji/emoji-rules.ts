// Who may add and remove custom emoji, and under which names.

import { ApiError, badRequest } from '../../api-contract/error.ts';
import { emoji as builtInEmoji } from '../../markdown/emoji-names.ts';
import { Role } from '../accounts/roles.ts';
import type { CustomEmoji } from './custom-emoji.ts';

/** Normalizes a name: lower case, with underscores for spaces. @throws if it is not allowed */
export function normalEmojiName(text: string): string {
  const name = text.trim().toLowerCase().replaceAll(' ', '_');
  if (name === '') throw badRequest('Emoji name is missing');
  if (!/^[0-9a-z.\-_]+$/.test(name)) {
    throw badRequest(
      'Emoji names must contain only lowercase English letters, digits, spaces, dashes, underscores, and periods.',
    );
  }
  if (/[.\-_]$/.test(name)) throw badRequest('Emoji names must end with either a letter or digit.');
  return name;
}

/** Refuses the name of a built-in emoji, which only administrators may override. */
export function checkMayOverrideEmoji(name: string, role: Role): void {
  if (role > Role.administrator && builtInEmoji(name) !== undefined) {
    throw badRequest('Only administrators can override default emoji.');
  }
}

/** Administrators may remove any emoji; authors their own, as long as they may add emoji. */
export function checkMayRemoveEmoji(
  emoji: CustomEmoji,
  actor: { readonly id: number; readonly role: Role; readonly mayAdd: boolean },
): void {
  if (actor.role <= Role.administrator) return;
  if (!actor.mayAdd) throw badRequest('Insufficient permission');
  if (emoji.authorId !== actor.id) throw badRequest('Must be an organization administrator or emoji author');
}

/** 404: no active custom emoji has the name. */
export function emojiNotFound(name: string): ApiError {
  return new ApiError(404, 'BAD_REQUEST', `Emoji '${name}' does not exist`);
}

/** Refuses a name that an active emoji has. */
export function checkEmojiNameIsUnused(name: string, all: readonly CustomEmoji[]): void {
  if (all.some((emoji) => !emoji.isDeactivated && emoji.name === name)) {
    throw badRequest('A custom emoji with this name already exists.');
  }
}
