// The codecs of a section's parts.

import { type Codec, trimmedText } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';

export const sectionName: Codec<string> = trimmedText({
  minimum: 1,
  maximum: limits.sidebarSectionNameCodePoints,
});
