// The worker process that verifies SAML answers.

import { serveTasks } from '../../workers/serve-tasks.ts';
import { verified } from './saml-verification.ts';

const tasks = { verified };

export type SamlTasks = typeof tasks;

serveTasks(tasks);
