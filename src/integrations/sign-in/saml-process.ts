// The worker process that verifies SAML answers.

import { serveTasks } from '../../workers/serve-tasks.ts';
import { verifyAnswer } from './saml-verification.ts';

const tasks = { verified: verifyAnswer };

export type SamlTasks = typeof tasks;

serveTasks(tasks);
