// Operations on alert words.

import { addAlertWordsOperation } from './add-alert-words.ts';
import { getAlertWords } from './get-alert-words.ts';
import { removeAlertWordsOperation } from './remove-alert-words.ts';

export const alertWordOperations = [getAlertWords, addAlertWordsOperation, removeAlertWordsOperation];
