// Pictures of a directory: a faulty one is logged and refuses no one, and an uploaded one stays.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Attribute, Change } from 'ldapts';
import sharp from 'sharp';
import { fileStoreUnavailable } from '../../src/api-contract/error.ts';
import { startTestServer } from '../support/server.ts';
import { credentials } from '../uploads/support.ts';
import { directoryConfiguration, PASSWORD, startLdap, withoutSlapd } from './ldap-stand-in.ts';
import { recordedLog } from './support.ts';

const picture = (background: string) =>
  sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .jpeg()
    .toBuffer();

describe('pictures of a directory', { skip: withoutSlapd }, async () => {
  if (withoutSlapd) return;
  const ldap = await startLdap();
  const recorded = recordedLog();
  const signIn = directoryConfiguration(ldap.url, { pictureAttribute: 'jpegPhoto' });
  const server = await startTestServer({ signIn, log: recorded.log });
  const { services } = server.server;
  const blue = new Attribute({ type: 'jpegPhoto', values: [await picture('#215da5')] });
  await ldap.change(async (client) => {
    for (const name of ['mel.m', 'mia.m', 'max.m'])
      await client.modify(ldap.dnOf(name), new Change({ operation: 'add', modification: blue }));
  });
  const logIn = (username: string) =>
    server.anonymous.ok('POST', '/fetch_api_key', { username, password: PASSWORD });
  const notFollowed = () =>
    recorded.lines.splice(0).flatMap((line) => {
      const { event, account, reason, error } = JSON.parse(line);
      return event === 'picture_not_followed' ? [{ account, why: reason ?? error.split('\n')[0] }] : [];
    });

  test('an invalid picture does not prevent the login', async () => {
    const brokenPicture = new Attribute({ type: 'jpegPhoto', values: [Buffer.from([0xff, 0xd8, 0xff, 0])] });
    await ldap.change((client) =>
      client.modify(ldap.dnOf('nora.n'), new Change({ operation: 'add', modification: brokenPicture })),
    );
    const olive = await server.as('olive');
    await olive.ok('PATCH', '/realm', { invite_required: false });
    const { user_id: account } = await logIn('nora.n');
    assert.deepEqual(notFollowed(), [{ account, why: 'Invalid image format' }]);
  });

  test('a picture that cannot be stored does not prevent the login', async (t) => {
    t.mock.method(services.fileStore, 'writeNewFolder', async () => {
      throw fileStoreUnavailable(new Error('ENOSPC: no space left on device'));
    });
    const { user_id: account } = await logIn('mel.m');
    assert.deepEqual(notFollowed(), [{ account, why: 'Error: ENOSPC: no space left on device' }]);
    t.mock.restoreAll();
    await logIn('mel.m');
    assert.deepEqual(notFollowed(), []);
    assert.equal((await server.storedFiles('avatars/1')).length, 2);
  });

  test('a failure to fetch a picture does not prevent the login', async (t) => {
    t.mock.method(services.pictures, 'squares', async () => {
      throw new Error('the process ended');
    });
    const { user_id: account } = await logIn('max.m');
    assert.deepEqual(notFollowed(), [{ account, why: 'Error: the process ended' }]);
  });

  test('a picture uploaded in the meantime stays, and the directory’s one is removed', async (t) => {
    const mia = await server.as('mia');
    const own = new FormData();
    own.set('file', new Blob([await picture('#a5215d')], { type: 'image/jpeg' }), 'own.jpg');
    const squares = services.pictures.squares.bind(services.pictures);
    let uploadedUrl = '';
    t.mock.method(services.pictures, 'squares', async (...parameters: Parameters<typeof squares>) => {
      if (uploadedUrl === '') {
        uploadedUrl = 'soon';
        const request = { method: 'POST', headers: credentials(mia), body: own };
        const answer = await fetch(`${server.url}/api/v1/users/me/avatar`, request);
        assert.equal(answer.status, 200);
        ({ avatar_url: uploadedUrl } = (await answer.json()) as { avatar_url: string });
      }
      return squares(...parameters);
    });
    const before = await server.storedFiles('avatars/1');
    const { user_id: account } = await logIn('mia.m');
    assert.deepEqual(notFollowed(), [{ account, why: 'The picture was changed in the meantime.' }]);
    assert.equal((await mia.ok('GET', '/users/me')).avatar_url, uploadedUrl);
    assert.equal((await server.storedFiles('avatars/1')).length, before.length + 2);
  });
});
