// The process of the load generator: runs the jobs that the bench sends, one after another, and ends with the bench.

import type { Job } from './jobs.ts';
import { runRequests } from './request-run.ts';
import { WaitingPolls } from './waiting-polls.ts';

let polls: WaitingPolls | undefined;

async function perform(job: Job): Promise<unknown> {
  switch (job.kind) {
    case 'requests':
      return runRequests(job);
    case 'wait':
      polls?.close();
      polls = new WaitingPolls(job.port);
      await polls.open(job.polls);
      return {};
    case 'wake':
      if (!polls) throw new Error('No polls are waiting.');
      return polls.wake(job);
    case 'check':
      return { failure: polls?.failure };
    case 'leave':
      polls?.close();
      polls = undefined;
      return {};
  }
}

process.on('message', (job: Job) => {
  perform(job).then(
    (outcome) => process.send?.({ outcome }),
    (error: unknown) => process.send?.({ failure: String((error as Error)?.message ?? error) }),
  );
});
process.on('disconnect', () => process.exit(0));
