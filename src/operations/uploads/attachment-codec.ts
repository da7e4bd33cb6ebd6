// The Attachment object in answers.

import { id, list, record, text } from '../../contract/codec.ts';

export const attachmentCodec = record({
  id,
  name: text(),
  path_id: text(),
  size: id,
  create_time: id,
  message_ids: list(id),
});
