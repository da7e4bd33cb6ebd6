// Writes the file of `--sign-in` for tests, and checks how it is refused.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '../../src/integrations/configuration/configuration-error.ts';
import { readSignInConfiguration } from '../../src/integrations/sign-in/sign-in-configuration.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** What no error may contain: secrets, which include this word, and certificates. */
const SECRETS = /very-secret-word|MII/;

export function configurationFile() {
  const folder = temporaryFolder();
  const file = join(folder, 'sign-in.json');
  return {
    folder,
    /** Writes another file next to it. */
    put: (name: string, content: string | Buffer) => writeFile(join(folder, name), content),
    /** Reads the file with this content. */
    async read(content: string | object) {
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
      return readSignInConfiguration(file);
    },
    /** Expects an error that names the file, the line, if given, and the reason. */
    async refused(reading: Promise<unknown>, line: number | undefined, reason: RegExp): Promise<void> {
      await assert.rejects(reading, (error) => {
        assert.ok(error instanceof ConfigurationError, String(error));
        const location = `${file}, line ${line ?? ''}`;
        assert.ok(error.message.startsWith(location), `${error.message} (line ${line} expected)`);
        assert.match(error.message.slice(location.length), line === undefined ? /^\d+: / : /^: /);
        assert.match(error.message, reason);
        assert.doesNotMatch(error.message, SECRETS);
        return true;
      });
    },
  };
}
