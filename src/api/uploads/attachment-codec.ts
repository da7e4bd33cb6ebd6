// The Attachment object in answers.

import { anyText, id, list, record } from '../../api-contract/codec.ts';

export const attachmentCodec = record({
  id,
  name: anyText,
  path_id: anyText,
  size: id,
  create_time: id,
  message_ids: list(id),
});
