// Operations on allowed email domains.

import { addDomain } from './add-domain.ts';
import { getDomains } from './get-domains.ts';
import { removeDomain } from './remove-domain.ts';
import { updateDomain } from './update-domain.ts';

export const domainOperations = [getDomains, addDomain, updateDomain, removeDomain];
