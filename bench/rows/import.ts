// Importing: an archive of another server becomes an organization by the command that people give. Its rate is what the clock
// says; on a machine that others use too the processor time of a message says more.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeArchive } from '../fill/archive.ts';
import { processorSeconds, residentMegabytes } from '../measure/process-facts.ts';
import type { RowResult } from '../measure/result.ts';
import type { BenchOptions } from '../options.ts';
import { removeDirectory, root, start, temporaryDirectory } from '../processes.ts';

/** How often the process is looked at while it works. */
const LOOK_MILLISECONDS = 50;
/** For 10,000 messages a second on two cores. */
const BUDGET = { processor: 0.2, memory: 1024 };

/** Imports an archive of as many messages as the large organization has, in a process of its own; needs no stage. */
export async function measureImport({ messages, profile }: BenchOptions): Promise<RowResult[]> {
  const archive = await temporaryDirectory();
  const data = await temporaryDirectory();
  await writeArchive(archive, messages);
  const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const command = [join(root, 'src/main.mjs'), 'organization', 'import', archive, '--data', data, '--json'];
  const startedAt = performance.now();
  const child = start(process.execPath, [...profiling, ...command], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (piece) => {
    said = `${said}${piece}`.slice(-1000);
  });
  let memory = 0;
  let processor = 0;
  while (child.exitCode === null && child.signalCode === null) {
    memory = Math.max(memory, residentMegabytes(child.pid) ?? 0);
    processor = processorSeconds(child.pid) ?? processor;
    await sleep(LOOK_MILLISECONDS);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  removeDirectory(archive);
  removeDirectory(data);
  const server =
    child.exitCode === 0
      ? { rate: messages / seconds, processor: (1000 * processor) / messages, memory }
      : undefined;
  return [
    {
      name: `import, ${messages} messages`,
      budget: BUDGET,
      floorName: 'none',
      server: server ?? {},
      floor: undefined,
      ...(server === undefined && { skipped: `failed, ${said.trim()}` }),
    },
  ];
}
