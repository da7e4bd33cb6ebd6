// Operations on sample content.

import { addSampleContent } from './add-sample-content.ts';
import { removeSampleContent } from './remove-sample-content.ts';

export const sampleContentOperations = [addSampleContent, removeSampleContent];
