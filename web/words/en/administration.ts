// The texts of what the organization is and how it is set up, loaded with the first screen of it.

import { organization } from './organization.ts';
import { sections } from './sections.ts';

export const administration = {
  ...organization,
  ...sections,
} as const;
