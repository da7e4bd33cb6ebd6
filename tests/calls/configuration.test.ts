// The server's configuration of video calls: where values are read from, and what is refused.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  CONFIGURATION_FILE,
  readVideoCallConfiguration,
  videoCallConfiguration,
} from '../../src/integrations/calls/video-call-configuration.ts';
import { ConfigurationError } from '../../src/integrations/configuration/configuration-error.ts';
import { temporaryFolder } from '../support/temporary.ts';

const directory = temporaryFolder();

const write = (text: string) => writeFile(join(directory, CONFIGURATION_FILE), text);

test('by default there is the public Jitsi server and no other provider', async () => {
  assert.deepEqual(await readVideoCallConfiguration(directory), {
    jitsiUrl: 'https://meet.jit.si',
    webex: undefined,
    zoom: undefined,
    bigBlueButton: undefined,
    constructorGroups: undefined,
    nextcloudTalk: undefined,
  });
});

test('the file is read, and a variable overrides it', async () => {
  await write(
    JSON.stringify({ webex_client_id: 'of the file', webex_client_secret: 'secret', jitsi_url: 'none' }),
  );
  const configuration = await readVideoCallConfiguration(directory, {
    PARLEY_WEBEX_CLIENT_ID: 'of the variable',
  });
  assert.deepEqual(configuration.webex, {
    clientId: 'of the variable',
    clientSecret: 'secret',
    apiUrl: 'https://webexapis.com/v1/',
  });
  assert.equal(configuration.jitsiUrl, null);
});

test('unusable values are refused with what to change', async () => {
  const problem = (message: RegExp) => (error: unknown) =>
    error instanceof ConfigurationError && message.test(error.message);
  await write('{\n"zoom_client_id": x}');
  await assert.rejects(readVideoCallConfiguration(directory), problem(/video-calls\.json, line 2: /));
  await write('[]');
  await assert.rejects(readVideoCallConfiguration(directory), problem(/must contain a JSON object/));
  await write('{\n"webex_id": "x"}');
  await assert.rejects(
    readVideoCallConfiguration(directory),
    problem(/video-calls\.json, line 2: "webex_id" is unknown/),
  );
  await write('{\n"zoom_client_id": 7}');
  await assert.rejects(
    readVideoCallConfiguration(directory),
    problem(/line 2: "zoom_client_id" must be a string/),
  );
  const refused = (file: Record<string, string>, message: RegExp) =>
    assert.throws(() => videoCallConfiguration(file), problem(message));
  refused({ webex_client_id: 'x' }, /set webex_client_secret too/);
  refused({ bigbluebutton_url: 'none', bigbluebutton_secret: 'x' }, /must be an http/);
  refused({ jitsi_url: 'javascript:1' }, /jitsi_url must be an http/);
});
