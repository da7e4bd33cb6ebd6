// Rejects errors that are ignored without a reason. Code that swallows an error needs a comment on the same line, or in the
// three lines above, that says why. All other errors are logged or thrown.

import { globSync, readFileSync } from 'node:fs';

const ignoredError = /\.catch\(\(\) => (?:undefined|\{\}|null|false)\)|catch \{\s*\}/;
const comment = /(?:^|[^:])\/\/|\*\//;
const problems = [];
for (const file of globSync('{src,web,client,relay,scripts}/**/*.{ts,tsx,mjs}')) {
  const lines = readFileSync(file, 'utf8').split('\n');
  lines.forEach((line, at) => {
    if (!ignoredError.test(line)) return;
    if (!lines.slice(Math.max(0, at - 3), at + 1).some((near) => comment.test(near)))
      problems.push(`${file}:${at + 1} ignores an error without a comment that says why`);
  });
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`ignored errors: ${problems.length} without a reason\n`);
process.exit(problems.length === 0 ? 0 : 1);
