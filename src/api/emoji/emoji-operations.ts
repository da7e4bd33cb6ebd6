// Operations on custom emoji.

import { deactivateCustomEmoji } from './deactivate-emoji.ts';
import { getCustomEmoji } from './get-emoji.ts';
import { uploadCustomEmoji } from './upload-emoji.ts';

export const emojiOperations = [getCustomEmoji, uploadCustomEmoji, deactivateCustomEmoji];
