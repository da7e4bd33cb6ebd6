// The parameters of flag changes, and the errors for flags that cannot be changed.

import { shortText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { changeableFlags, type FlagChange } from '../../model/messages/message-flags.ts';

/** Flags that follow from a message's content or from how it was received. */
const fixedFlags: ReadonlySet<string> = new Set([
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'wildcard_mentioned',
  'group_mentioned',
  'has_alert_word',
  'historical',
]);

export const flagParameters = {
  op: required(shortText, '`add` to set the flag, `remove` to clear it.', { encoding: 'either' }),
  flag: required(shortText, 'The flag: `read`, `starred`, `collapsed` or `hide_link_previews`.', {
    encoding: 'either',
  }),
};

/**
 * The requested change.
 * @throws for other flags and operations
 */
export function flagChange(op: string, flag: string): FlagChange {
  if (fixedFlags.has(flag)) throw badRequest(`Flag not editable: '${flag}'`);
  const changeable = changeableFlags.find((candidate) => candidate === flag);
  if (!changeable) throw badRequest(`Invalid flag: '${flag}'`);
  if (op !== 'add' && op !== 'remove') throw badRequest(`Invalid message flag operation: '${op}'`);
  return { op, flag: changeable };
}
