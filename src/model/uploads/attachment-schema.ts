// The schema of an uploaded file as its uploader receives it.

import { anyText, id, list, nonNegativeInteger, record } from '../../api-contract/codec.ts';

export const attachmentSchema = record({
  id,
  name: anyText,
  path_id: anyText,
  size: nonNegativeInteger,
  create_time: nonNegativeInteger,
  message_ids: list(id),
});
