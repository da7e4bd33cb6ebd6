// Operations on sample content.

import { addSampleContent } from './add-sample-content.ts';

export const sampleContentOperations = [addSampleContent];
