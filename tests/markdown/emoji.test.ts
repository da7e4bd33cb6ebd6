/** The emoji table and the three ways to write an emoji. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emoticonTranslations } from '../../src/markdown/emoji.ts';
import {
  emoji,
  emojiCharacters,
  emojiCode,
  emojiDataJson,
  emojiNames,
} from '../../src/markdown/emoji-names.ts';
import { html, render } from './support.ts';

const table: Record<string, string[]> = JSON.parse(emojiDataJson()).code_to_names;

describe('the emoji table', () => {
  it('knows the established names', () => {
    for (const [name, code] of [
      ['octopus', '1f419'],
      ['+1', '1f44d'],
      ['thumbs_up', '1f44d'],
      ['-1', '1f44e'],
      ['tada', '1f389'],
      ['heart', '2764'],
      ['smile', '1f604'],
      ['slight_smile', '1f642'],
      ['working_on_it', '1f6e0'],
      ['check', '2705'],
      ['house', '1f3e0'],
      ['rocket', '1f680'],
      ['flag_germany', '1f1e9-1f1ea'],
      ['hash', '0023-20e3'],
    ] as const) {
      assert.equal(emoji(name)?.code, code, name);
    }
    assert.deepEqual(emojiNames('1f44d')?.slice(0, 2), ['+1', 'thumbs_up']);
    assert.equal(emoji('no_such_emoji'), undefined);
    assert.deepEqual(emoji('zulip'), { name: 'zulip', code: 'zulip', reactionType: 'zulip_extra_emoji' });
  });

  it('knows Unicode’s names, listed after the names that clients know', () => {
    for (const [name, code] of [
      ['folded_hands', '1f64f'],
      ['red_heart', '2764'],
      ['check_mark_button', '2705'],
    ] as const) {
      assert.equal(emoji(name)?.code, code, name);
      assert.notEqual(emojiNames(code)?.[0], name);
    }
  });

  it('knows names of faces without the word “face”, and common names', () => {
    for (const [name, code] of [
      ['zany', '1f92a'],
      ['yawning', '1f971'],
      ['melting', '1fae0'],
      ['mustache', '1f978'],
    ] as const) {
      assert.equal(emoji(name)?.code, code, name);
      assert.notEqual(emojiNames(code)?.[0], name);
    }
  });

  it('is large, and gives every name to one code only', () => {
    const names = Object.values(table).flat();
    assert.ok(Object.keys(table).length > 1800);
    assert.ok(names.length > 3000);
    assert.equal(new Set(names).size, names.length);
  });

  it('has codes and names of the right form', () => {
    for (const [code, names] of Object.entries(table)) {
      assert.match(code, /^[0-9a-f]{4,5}(?:-[0-9a-f]{4,5})*$/);
      assert.ok(!code.includes('fe0f') && names.length > 0, code);
      assert.equal(emojiCode(emojiCharacters(code)), code);
      for (const name of names) assert.match(name, /^[\p{L}\p{N}\p{M}_+-]+$/u);
    }
  });

  it('has a name for every emoticon', () => {
    for (const [emoticon, name] of emoticonTranslations) assert.ok(emoji(name), emoticon);
  });
});

describe('emoji in a message', () => {
  const span = (name: string, code: string) => {
    const label = name.replaceAll('_', ' ');
    return `<span aria-label="${label}" class="emoji emoji-${code}" role="img" title="${label}">:${name}:</span>`;
  };

  it('keep the alias typed, and get the canonical name if typed as characters', () => {
    assert.equal(html(':thumbs_up:'), `<p>${span('thumbs_up', '1f44d')}</p>`);
    assert.equal(html('👍'), `<p>${span('+1', '1f44d')}</p>`);
  });

  it('are recognized without spaces around them', () => {
    assert.equal(html('a:tada:b'), `<p>a${span('tada', '1f389')}b</p>`);
    assert.equal(html(':nosuch:tada:'), `<p>:nosuch${span('tada', '1f389')}</p>`);
  });

  it('stay text in the text form, or when unknown', () => {
    assert.equal(html('❤ ☎ ™ 1 # 👍🏽'), '<p>❤ ☎ ™ 1 # 👍🏽</p>');
    assert.equal(html('❤️'), `<p>${span('heart', '2764')}</p>`);
    assert.equal(html('#️⃣'), `<p>${span('hash', '0023-20e3')}</p>`);
  });

  it('recognize flags and joined sequences as one emoji', () => {
    assert.equal(html('🇩🇪'), `<p>${span('flag_germany', '1f1e9-1f1ea')}</p>`);
    assert.match(
      html('👨‍👩‍👧'),
      /^<p><span [^>]*emoji-1f468-200d-1f469-200d-1f467"[^>]*>[^<]*<\/span><\/p>$/,
    );
  });

  it('come from emoticons only if the author wants it, between spaces or punctuation', () => {
    const translated = (source: string) => render(source, {}, {}, { translateEmoticons: true }).html;
    assert.equal(html(':)'), '<p>:)</p>');
    assert.equal(
      translated('hi :) <3.'),
      `<p>hi ${span('slight_smile', '1f642')} ${span('heart', '2764')}.</p>`,
    );
    assert.equal(translated('x:) http://a.com'), '<p>x:) <a href="http://a.com">http://a.com</a></p>');
    assert.equal(translated(':D:'), '<p>:D:</p>');
  });
});
