/** The mentions and links of a document, apart from its HTML. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseMarkdown } from '../../src/markdown/render.ts';
import { html, render, SETTINGS } from './support.ts';

describe('mentions', () => {
  it('notify the users and groups that are named, once each', () => {
    const { mentionedUserIds, mentionedGroupIds } = render('@**Zoe** @**zoe** @**|7** @*support*');
    assert.deepEqual([mentionedUserIds, mentionedGroupIds], [[7], [17]]);
  });

  for (const [why, source] of [
    ['silent', '@_**Zoe** @_*support* @_**all** @_**topic**'],
    ['in a quote', '> @**Zoe** @*support* @**all** @**topic**'],
    ['in a quote fence', '```quote\n- @**Zoe**\n\n@**all**\n```'],
    ['in code', '`@**Zoe**` `@**all**`\n```\n@*support*\n```'],
    ['in a formula', '$$x @**Zoe** @**all** y$$'],
    ['of deactivated users and groups', '@**Gone** @*old*'],
    ['of nobody', '@**nobody** @*nobodies* x@**Zoe**'],
  ] as const) {
    it(`notify no one when ${why}`, () => {
      const rendered = render(source);
      assert.deepEqual(rendered.mentionedUserIds, []);
      assert.deepEqual(rendered.mentionedGroupIds, []);
      assert.equal(rendered.mentionsChannel || rendered.mentionsTopic, false);
    });
  }

  it('of a channel and of a topic are distinguished', () => {
    assert.equal(render('@**everyone**').mentionsChannel, true);
    assert.equal(render('@**everyone**').mentionsTopic, false);
    assert.equal(render('@**topic**').mentionsTopic, true);
  });

  it('show deactivated users silently, and system groups by their display names', () => {
    assert.equal(html('@**Gone**'), '<p><span class="user-mention silent" data-user-id="8">Gone</span></p>');
    assert.equal(
      html('@_*role:administrators*'),
      '<p><span class="user-group-mention silent" data-user-group-id="2">Administrators</span></p>',
    );
  });

  it('work within link texts and emphasis', () => {
    assert.deepEqual(render('**hi @**Zoe**** ***x*** [@**Zoe**](http://a.com)').mentionedUserIds, [7]);
  });
});

describe('references', () => {
  const references = (source: string) => parseMarkdown(source, SETTINGS).references;

  it('name the things that the caller must look up', () => {
    const found = references(
      '@**Zoe** @**A|3** @**|4** @_*team* #**design** #**other>a topic** #**third>x@99** [f](/user_uploads/1/ab/f.txt).',
    );
    assert.deepEqual(found.userNames, ['Zoe']);
    assert.deepEqual(found.userIds, [3, 4]);
    assert.deepEqual(found.groupNames, ['team']);
    assert.deepEqual(found.channelNames, ['design', 'other>a topic', 'other', 'third>x@99', 'third']);
    assert.deepEqual(found.topics, [{ channelName: 'other', topic: 'a topic' }]);
    assert.deepEqual(found.uploadPaths, ['/user_uploads/1/ab/f.txt']);
  });

  it('leave wildcards out, and are empty for plain text', () => {
    assert.deepEqual(references('@**all** @**topic**').userNames, []);
    assert.deepEqual(Object.values(references('plain text')).flat(), []);
  });

  it('find an upload at the end of a sentence', () => {
    const path = '/user_uploads/1/ab/notes.txt';
    assert.ok(references(`See http://zulip.example${path}.`).uploadPaths.includes(path));
    assert.deepEqual(render(`See http://zulip.example${path}.`).uploadPaths, [path]);
  });
});

describe('search flags', () => {
  it('has:link counts links, in quotes too, but neither mentions nor code', () => {
    for (const source of ['http://a.com', '#12', '#**design**', 'a@b.com', '> http://a.com', '[x](a.com)']) {
      assert.equal(render(source).hasLink, true, source);
    }
    for (const source of ['@**Zoe**', '`http://a.com`', 'text', ':party:']) {
      assert.equal(render(source).hasLink, false, source);
    }
  });

  it('has:image counts previews and images in the text', () => {
    for (const source of [
      'http://a.com/x.png',
      '![x](/user_uploads/1/ab/x.png)',
      'https://youtu.be/abcdefghijk',
      '[v](/user_uploads/1/ab/clip.mov)',
    ]) {
      assert.equal(render(source).hasImage, true, source);
    }
    assert.equal(render('> http://a.com/x.png').hasImage, false);
    assert.equal(render('http://a.com/x.png', { inlineImagePreview: false }).hasImage, false);
  });

  it('has:attachment counts own files that exist, in quotes too', () => {
    assert.equal(render('[n](/user_uploads/1/ab/notes.txt)').hasAttachment, true);
    assert.equal(render('> [n](/user_uploads/1/ab/notes.txt)').hasAttachment, true);
    assert.equal(render('![s](/user_uploads/1/ab/song.mp3)').hasAttachment, true);
    assert.equal(render('[n](/user_uploads/1/ab/missing.txt)').hasAttachment, false);
    assert.equal(render('[n](http://a.com/user_uploads/1/ab/notes.txt)').hasAttachment, false);
  });

  it('include whether a message is a /me message', () => {
    assert.equal(render('/me waves').isMeMessage, true);
    assert.equal(render('/me').isMeMessage, false);
    assert.equal(render('x /me waves').isMeMessage, false);
  });
});
