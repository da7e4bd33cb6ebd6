// The picture in a request about a bot.

import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { type StoredAvatar, withAvatar } from '../../model/avatars/avatar-files.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { WriteContext } from '../operation.ts';

/** Runs a unit of work with the picture that was sent, if any. If it throws, the picture's file is removed. */
export async function withPicture<T>(
  { files, services, state, write }: WriteContext,
  unit: (writer: Writer, picture: StoredAvatar | undefined) => Promise<T>,
): Promise<T> {
  const [file, ...others] = files;
  if (others.length > 0) throw badRequest('You may only upload one file at a time');
  if (!file) return write((writer) => unit(writer, undefined));
  return withAvatar(services, state.id, file.contentWithin(limits.avatarMegabytes), (picture) =>
    write((writer) => unit(writer, picture)),
  );
}
