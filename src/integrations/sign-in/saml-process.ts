// The process beside the event loop that checks answers of providers of SAML.

import { serveTasks } from '../../workers/serve-tasks.ts';
import { verified } from './saml-verification.ts';

const tasks = { verified };

export type SamlTasks = typeof tasks;

serveTasks(tasks);
