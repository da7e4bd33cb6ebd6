// Finds the upload that the two parts of a path identify, and checks that the caller may load it.

import { ApiError } from '../../api-contract/error.ts';
import type { Attachment } from '../../model/uploads/attachment.ts';
import { mayLoadUpload } from '../../queries/uploads/usable.ts';
import { attachmentsByPath } from '../../stores/uploads/upload-store.ts';
import type { ReadContext } from '../operation.ts';

/** @throws 404 if there is no such file, 403 if the caller may not see it */
export async function loadableUpload(
  { reader, state, actor }: ReadContext,
  organizationId: number,
  rest: string,
): Promise<Attachment> {
  const [attachment] = await attachmentsByPath(reader, [`${organizationId}/${rest}`]);
  if (!attachment) throw new ApiError(404, 'NOT_FOUND', 'This file does not exist or has been deleted.');
  if (!(await mayLoadUpload({ reader, state }, actor.account, attachment))) {
    throw new ApiError(403, 'FORBIDDEN', 'You are not authorized to view this file.');
  }
  return attachment;
}
