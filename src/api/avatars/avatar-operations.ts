// Operations on avatars.

import { deleteAvatar } from './delete-avatar.ts';
import { uploadAvatar } from './upload-avatar.ts';

export const avatarOperations = [uploadAvatar, deleteAvatar];
