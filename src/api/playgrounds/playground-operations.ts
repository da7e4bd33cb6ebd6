// Operations on code playgrounds.

import { addPlayground } from './add-playground.ts';
import { removePlayground } from './remove-playground.ts';

export const playgroundOperations = [addPlayground, removePlayground];
