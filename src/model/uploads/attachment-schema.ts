// The schema of an uploaded file as its uploader receives it.

import { anyText, id, list, record } from '../../api-contract/codec.ts';

export const attachmentSchema = record({
  id,
  name: anyText,
  path_id: anyText,
  size: id,
  create_time: id,
  message_ids: list(id),
});
