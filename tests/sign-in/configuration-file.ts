// The file of `--sign-in` as tests write it, and how it is refused.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationProblem } from '../../src/integrations/configuration/configuration-problem.ts';
import { readSignInConfiguration } from '../../src/integrations/sign-in/configuration.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** What no refusal may repeat: secrets that hold this word, and certificates. */
const SECRETS = /very-secret-word|MII/;

export function configurationFile() {
  const folder = temporaryFolder();
  const file = join(folder, 'sign-in.json');
  return {
    folder,
    /** Writes another file beside it. */
    put: (name: string, content: string | Buffer) => writeFile(join(folder, name), content),
    /** Reads the file with this in it. */
    async read(content: string | object) {
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
      return readSignInConfiguration(file);
    },
    /** Expects a refusal that names the file, the line, where it is told, and the reason. */
    async refused(reading: Promise<unknown>, line: number | undefined, reason: RegExp): Promise<void> {
      await assert.rejects(reading, (error) => {
        assert.ok(error instanceof ConfigurationProblem, String(error));
        const place = `${file}, line ${line ?? ''}`;
        assert.ok(error.message.startsWith(place), `${error.message} (line ${line} expected)`);
        assert.match(error.message.slice(place.length), line === undefined ? /^\d+: / : /^: /);
        assert.match(error.message, reason);
        assert.doesNotMatch(error.message, SECRETS);
        return true;
      });
    },
  };
}
