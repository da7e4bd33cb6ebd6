// Operations on event queues.

import { deleteQueue } from './delete-queue.ts';
import { getEvents } from './get-events.ts';
import { registerQueue } from './register-queue.ts';

export const eventOperations = [registerQueue, getEvents, deleteQueue];
