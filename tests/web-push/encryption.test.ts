// Messages as browsers and phones decrypt them, and the signed tokens that identify the server to push services (VAPID).

import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { VapidTokens } from '../../src/model/web-push/vapid-tokens.ts';
import {
  encryptForReceiver,
  isPublicKey,
  MAX_PLAIN_BYTES,
} from '../../src/model/web-push/web-push-encryption.ts';
import { serverKeys } from '../../src/model/web-push/web-push-keys.ts';
import { withLimit } from '../support/with-limit.ts';
import { Receiver } from './receiver.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');
const keyring = { secret: Buffer.alloc(32, 7) };

describe('encryption', () => {
  test('matches the example in RFC 8291', () => {
    const receiver = new Receiver({
      privateKey: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
      auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
    });
    const fresh = {
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
      privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    };
    const plain = Buffer.from('When I grow up, I want to be a watermelon');
    const body = encryptForReceiver(plain, receiver, fresh);
    assert.equal(
      body.toString('base64url'),
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
    assert.deepEqual(receiver.decrypted(body), plain);
  });

  test('is readable by its receiver only, and never the same twice', () => {
    const receiver = new Receiver();
    const plain = Buffer.from('lunch is ready 🍲');
    const [one, other] = [encryptForReceiver(plain, receiver), encryptForReceiver(plain, receiver)];
    assert.deepEqual(receiver.decrypted(one), plain);
    assert.notDeepEqual(one, other);
    assert.throws(() => new Receiver().decrypted(one));
  });

  test('fills the 4096 bytes that a push service accepts, and no more', () => {
    const receiver = new Receiver();
    const full = Buffer.alloc(MAX_PLAIN_BYTES, 'a');
    assert.equal(MAX_PLAIN_BYTES, 3993);
    assert.equal(encryptForReceiver(full, receiver).length, 4096);
    assert.deepEqual(receiver.decrypted(encryptForReceiver(full, receiver)), full);
    assert.throws(() => encryptForReceiver(Buffer.alloc(MAX_PLAIN_BYTES + 1), receiver), RangeError);
  });

  test('accepts only points of the curve as keys', () => {
    const { publicKey } = new Receiver();
    assert.ok(isPublicKey(publicKey));
    const changedKey = Buffer.from(publicKey);
    changedKey.writeUInt8(changedKey.readUInt8(64) ^ 1, 64);
    const infinite = Buffer.concat([Buffer.from([4]), Buffer.alloc(64)]);
    const compressed = Buffer.concat([Buffer.from([2]), publicKey.subarray(1, 33)]);
    for (const wrong of [changedKey, infinite, compressed, publicKey.subarray(0, 64), Buffer.alloc(0)]) {
      assert.ok(!isPublicKey(wrong));
    }
  });
});

describe('tokens', () => {
  const contact = 'https://chat.example.com';
  const at = 1_700_000_000;

  test('are signed with the key that clients subscribe with', () => {
    const { publicKey } = serverKeys(keyring);
    const authorization = new VapidTokens(keyring).authorizationFor('https://push.example.com', contact, at);
    const [, head, claims, signature] =
      authorization.match(/^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=/) ?? [];
    assert.ok(head && claims && signature);
    assert.ok(authorization.endsWith(`k=${publicKey.toString('base64url')}`));
    assert.deepEqual(JSON.parse(bytes(head).toString()), { typ: 'JWT', alg: 'ES256' });
    assert.deepEqual(JSON.parse(bytes(claims).toString()), {
      aud: 'https://push.example.com',
      exp: at + 12 * 3600,
      sub: contact,
    });
    const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)];
    const key = createPublicKey({
      format: 'jwk',
      key: { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') },
    });
    const signed = Buffer.from(`${head}.${claims}`);
    assert.ok(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes(signature)));
  });

  test('are the same at every server with one secret, and different with another', () => {
    assert.deepEqual(serverKeys(keyring).publicKey, serverKeys({ secret: Buffer.alloc(32, 7) }).publicKey);
    assert.notDeepEqual(serverKeys(keyring).publicKey, serverKeys({ secret: Buffer.alloc(32, 8) }).publicKey);
  });

  test('are made once for each origin, and again before they expire', () => {
    const passes = new VapidTokens(keyring);
    const first = passes.authorizationFor('https://push.example.com', contact, at);
    assert.equal(passes.authorizationFor('https://push.example.com', contact, at + 3600), first);
    assert.notEqual(passes.authorizationFor('https://push.example.org', contact, at), first);
    assert.notEqual(passes.authorizationFor('https://push.example.com', contact, at + 11.5 * 3600), first);
  });

  test('bound vapidTokensCached: only tokens of the most recent origins are cached', async () => {
    await withLimit('vapidTokensCached', 2, async () => {
      const passes = new VapidTokens(keyring);
      const pass = (name: string) => passes.authorizationFor(`https://${name}.example.com`, contact, at);
      const [a, b] = [pass('a'), pass('b')];
      assert.equal(pass('a'), a);
      pass('c');
      assert.equal(pass('b'), b);
      assert.notEqual(pass('a'), a);
    });
    assert.ok(limits.vapidTokensCached > 2);
  });
});
