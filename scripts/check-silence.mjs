// Refuses a failure that is passed over without a word: what nobody hears of says beside it, or in the three lines above,
// why that is right. Everything else is logged or thrown.

import { globSync, readFileSync } from 'node:fs';

const passedOver = /\.catch\(\(\) => (?:undefined|\{\}|null|false)\)|catch \{\s*\}/;
const said = /(?:^|[^:])\/\/|\*\//;
const problems = [];
for (const file of globSync('{src,web,client,scripts}/**/*.{ts,tsx,mjs}')) {
  const lines = readFileSync(file, 'utf8').split('\n');
  lines.forEach((line, at) => {
    if (!passedOver.test(line)) return;
    if (!lines.slice(Math.max(0, at - 3), at + 1).some((near) => said.test(near)))
      problems.push(`${file}:${at + 1} does not say why this failure may be passed over`);
  });
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`failures passed over: ${problems.length} without a word\n`);
process.exit(problems.length === 0 ? 0 : 1);
