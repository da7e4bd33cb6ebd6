// A thread that reads parts of an archive and composes their rows. It sends them in batches, and waits for
// acknowledgements so that few are in memory.

import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../errors/error-detail.ts';
import { ArchiveFolder } from '../archive/archive-folder.ts';
import { formatByName } from '../formats.ts';
import { type ComposedBatch, Composer } from './compose.ts';
import type { Composed, ComposingTask } from './composing-threads.ts';
import { packRows } from './packed-rows.ts';

/** The maximum number of batches that are sent but not acknowledged. */
const MAX_UNACKNOWLEDGED = 3;

const { files, format, facts, tasks } = workerData as ComposingTask;
const port = parentPort;
if (!port) throw new Error('this module must run in its own thread');
let sentCount = 0;
let acknowledged = 0;
let resume: (() => void) | undefined;
port.on('message', () => {
  acknowledged++;
  resume?.();
});

async function send(message: Composed): Promise<void> {
  port?.postMessage(message);
  sentCount++;
  while (sentCount - acknowledged >= MAX_UNACKNOWLEDGED) {
    await new Promise<void>((resolve) => {
      resume = resolve;
    });
  }
}

async function run(): Promise<void> {
  const context = { choices: {}, progress: () => undefined };
  const reader = await formatByName(format).open(ArchiveFolder.of(files), context);
  const composer = new Composer(facts);
  for (const { part, firstNumber } of tasks) {
    composer.begin(firstNumber);
    for await (const batch of reader.messages(part)) await sendBatch(composer.compose(batch), false);
    await sendBatch(composer.end(), true);
  }
}

function sendBatch({ messages, rows, words }: ComposedBatch, isLast: boolean): Promise<void> {
  return send({ messages, tables: packRows(rows), words, isLast });
}

try {
  await run();
} catch (error) {
  port.postMessage({ failure: messageOf(error) });
}
port.close();
