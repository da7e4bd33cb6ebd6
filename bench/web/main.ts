// The bench of the browser client: measures in headless Chromium, with the processor slowed, what people wait for. Slow
// results never fail it. See docs/design/web-bench.md.

import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { buildWeb } from '../../scripts/build-web.mjs';
import { cleanUp, cleanUpOnSignals, root, temporaryDirectory } from '../processes.ts';
import { countRenders, measureEvents } from './events.ts';
import { type Figure, figureTable } from './figures.ts';
import { measureLists } from './long-lists.ts';
import { measureOpening } from './opening.ts';
import { measureTabs } from './tabs.ts';
import { measureTyping } from './typing.ts';
import { prepareWebBench, type WebBench, type WebOptions } from './web-bench.ts';

const HELP = `Usage: npm run bench:web -- [FLAGS]

  --rounds N     repetitions of each measurement (default 5)
  --slowed N     by how much the processor is slowed (default 4)
  --only WORD    only sections whose name contains WORD: opening, events, renders, tabs, typing, lists; may be repeated
  --build DIR    measure the build of the client in DIR, such as one of earlier sources, instead of these sources
  --profile DIR  write processor profiles of opening the client to DIR
  --help         show this help
`;

const sections: Readonly<Record<string, (bench: WebBench) => Promise<Figure[]>>> = {
  opening: measureOpening,
  events: measureEvents,
  tabs: measureTabs,
  typing: measureTyping,
  lists: measureLists,
};

function parseOptions(args: readonly string[]): WebOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '5' },
      slowed: { type: 'string', default: '4' },
      only: { type: 'string', multiple: true },
      build: { type: 'string' },
      profile: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return undefined;
  }
  const [rounds, slowed] = [Number(values.rounds), Number(values.slowed)];
  if (!(Number.isInteger(rounds) && rounds >= 1))
    throw new Error('--rounds must be a whole number of at least 1.');
  if (!(slowed >= 1)) throw new Error('--slowed must be a number of at least 1.');
  return { rounds, slowed, only: values.only ?? [], build: values.build, profile: values.profile };
}

async function run(options: WebOptions): Promise<void> {
  const isAsked = (name: string) =>
    options.only.length === 0 || options.only.some((word) => name.includes(word));
  const builds = {
    ordinary: options.build ?? (await temporaryDirectory()),
    named: await temporaryDirectory(),
  };
  if (options.build === undefined) await buildWeb({ directory: builds.ordinary });
  await buildWeb({ directory: builds.named, keepsNames: true });
  const browser = await chromium.launch({
    executablePath: process.env.PARLEY_TEST_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--disable-gpu', '--disable-quic'],
  });
  const bench = prepareWebBench(browser, options, builds);
  const figures: Figure[] = [];
  for (const [name, measure] of Object.entries(sections)) {
    if (!isAsked(name)) continue;
    process.stderr.write(`${name} …\n`);
    figures.push(...(await measure(bench)));
  }
  const renders = isAsked('renders') ? await countRenders(bench) : [];
  await browser.close();
  if (figures.length > 0) process.stdout.write(`${figureTable(figures)}\n\n`);
  if (renders.length > 0) process.stdout.write(`Components that render:\n\n${renders.join('\n')}\n\n`);
  const directory = join(root, 'bench/results');
  await mkdir(directory, { recursive: true });
  const file = join(directory, `web-${new Date().toISOString().replace(/[:.]/g, '-')}.json`);
  const machine = { cores: cpus().length, processor: cpus()[0]?.model };
  await writeFile(file, `${JSON.stringify({ machine, options, figures, renders }, undefined, 2)}\n`);
  process.stdout.write(`${file}\n`);
}

async function main(args: readonly string[]): Promise<void> {
  const options = parseOptions(args);
  if (!options) return;
  cleanUpOnSignals();
  try {
    await run(options);
  } finally {
    await cleanUp();
  }
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`The bench could not run: ${(error as Error)?.message ?? error}\n`);
    process.exit(1);
  },
);
