// Operations on topics.

import { deleteTopic } from './delete-topic.ts';

export const topicOperations = [deleteTopic];
