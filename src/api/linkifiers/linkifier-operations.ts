// Operations on linkifiers.

import { addLinkifier } from './add-linkifier.ts';
import { getLinkifiers } from './get-linkifiers.ts';
import { removeLinkifier } from './remove-linkifier.ts';
import { reorderLinkifiers } from './reorder-linkifiers.ts';
import { updateLinkifier } from './update-linkifier.ts';

export const linkifierOperations = [
  getLinkifiers,
  addLinkifier,
  updateLinkifier,
  removeLinkifier,
  reorderLinkifiers,
];
