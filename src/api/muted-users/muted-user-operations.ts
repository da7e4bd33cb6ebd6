// Operations on muted users.

import { muteUser } from './mute-user.ts';
import { unmuteUser } from './unmute-user.ts';

export const mutedUserOperations = [muteUser, unmuteUser];
