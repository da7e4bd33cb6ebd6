// The process of the load generator: runs the jobs that the bench sends, one after another, and ends with the bench.

import type { Job } from './jobs.ts';
import { MixedTraffic } from './mixed-traffic.ts';
import { runRequests } from './request-run.ts';
import { WaitingPolls } from './waiting-polls.ts';

let polls: WaitingPolls | undefined;
let traffic: MixedTraffic | undefined;

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
    case 'prepareMix':
      traffic?.close();
      traffic = await MixedTraffic.prepare(job);
      return {};
    case 'mix':
      if (!traffic) throw new Error('No traffic is prepared.');
      return traffic.run(job);
    case 'leave':
      polls?.close();
      polls = undefined;
      traffic?.close();
      traffic = undefined;
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
