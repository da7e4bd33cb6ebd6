// Previews: which links have one, their position, and their number.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LinkPreview } from '../../src/markdown/render.ts';
import { html, render } from './support.ts';

const image = (url: string) =>
  `<div class="message_inline_image"><a href="${url}"><img src="${url}"></a></div>`;
const count = (rendered: string) => rendered.split('message_inline_image').length - 1;

describe('previews of uploads', () => {
  const preview = (name: string) => html(`[${name}](/user_uploads/1/ab/${name})`).split('</p>\n')[1];

  it('show a thumbnail with type and size', () => {
    assert.equal(
      preview('x.png'),
      '<div class="message_inline_image"><a href="/user_uploads/1/ab/x.png" title="x.png">' +
        '<img data-original-content-type="image/png" data-original-dimensions="1920x1080" ' +
        'src="/user_uploads/thumbnail/1/ab/x.png/840x560.webp"></a></div>',
    );
  });

  it('show a placeholder before there is a thumbnail', () => {
    assert.equal(
      preview('new.png'),
      '<div class="message_inline_image"><a href="/user_uploads/1/ab/new.png" title="new.png">' +
        '<img class="image-loading-placeholder" data-original-content-type="image/png" ' +
        'data-original-dimensions="100x50" src="/static/images/loading/loader-black.svg"></a></div>',
    );
  });

  it('indicate animated and transcoded media', () => {
    assert.match(preview('wave.gif') ?? '', /<img data-animated="true" .*840x560-anim\.webp">/);
    assert.match(preview('photo.heic') ?? '', /data-transcoded-image="4032x3024\.webp" src=/);
  });

  it('play videos', () => {
    assert.equal(
      preview('clip.mov'),
      '<div class="message_inline_image message_inline_video"><a href="/user_uploads/1/ab/clip.mov" title="clip.mov">' +
        '<video preload="metadata" src="/user_uploads/1/ab/clip.mov"></video></a></div>',
    );
  });

  it('are not made of other files, nor of missing ones', () => {
    assert.equal(preview('notes.txt'), undefined);
    assert.equal(preview('missing.png'), undefined);
  });

  it('are made of absolute addresses of the organization, which become relative', () => {
    const rendered = html('http://zulip.example/user_uploads/1/ab/x.png');
    assert.match(rendered, /^<div class="message_inline_image"><a href="\/user_uploads\/1\/ab\/x\.png"><img/);
  });
});

describe('media in the text', () => {
  it('shows uploaded images', () => {
    assert.equal(
      html('a ![my "x"](/user_uploads/1/ab/x.png) b'),
      '<p>a <img alt="my &quot;x&quot;" class="inline-image" data-original-content-type="image/png" ' +
        'data-original-dimensions="1920x1080" data-original-src="/user_uploads/1/ab/x.png" ' +
        'src="/user_uploads/thumbnail/1/ab/x.png/840x560.webp"> b</p>',
    );
    assert.match(html('![n](/user_uploads/1/ab/new.png)'), /class="inline-image image-loading-placeholder"/);
  });

  it('plays audio', () => {
    const src = '/user_uploads/1/ab/song.mp3';
    assert.equal(
      html(`![song](${src})`),
      `<p><audio controls preload="metadata" src="${src}" title="song"></audio></p>`,
    );
    assert.equal(html(`![](${src})`), `<p><audio controls preload="metadata" src="${src}"></audio></p>`);
    assert.equal(
      html('![voice](/user_uploads/1/ab/voice.m4a)'),
      '<p><audio controls preload="metadata" src="/user_uploads/1/ab/voice.m4a" title="voice"></audio></p>',
    );
    // Not every browser plays Ogg.
    assert.equal(html('![song](/user_uploads/1/ab/song.ogg)'), '<p>![song](/user_uploads/1/ab/song.ogg)</p>');
  });

  it('gives clients the length and loudness of a recording', () => {
    const src = '/user_uploads/1/ab/voice.weba';
    assert.equal(
      html(`![Voice message (0:42)](${src})`),
      `<p><audio controls data-duration="42" data-waveform="${'0123456789abcdef'.repeat(4)}" ` +
        `preload="metadata" src="${src}" title="Voice message (0:42)"></audio></p>`,
    );
  });

  it('leaves anything else as text', () => {
    assert.equal(html('![a](/user_uploads/1/ab/no.png)'), '<p>![a](/user_uploads/1/ab/no.png)</p>');
  });
});

describe('the position of previews', () => {
  it('is after the paragraph, without a newline between them', () => {
    assert.equal(
      html('http://a.com/1.png http://a.com/2.png\n\nnext'),
      '<p><a href="http://a.com/1.png">http://a.com/1.png</a> <a href="http://a.com/2.png">http://a.com/2.png</a></p>\n' +
        `${image('http://a.com/1.png')}${image('http://a.com/2.png')}\n<p>next</p>`,
    );
  });

  it('is the end of a list item, and of the document for tables and headings', () => {
    assert.equal(
      html('- see http://a.com/1.png\n  - b'),
      '<ul>\n<li>see <a href="http://a.com/1.png">http://a.com/1.png</a><ul>\n<li>b</li>\n</ul>\n' +
        `${image('http://a.com/1.png')}</li>\n</ul>`,
    );
    assert.ok(html('# http://a.com/1.png\n\nx').endsWith(`<p>x</p>\n${image('http://a.com/1.png')}`));
    assert.ok(
      html('|http://a.com/1.png|b|\n|-|-|\n\nx').endsWith(`<p>x</p>\n${image('http://a.com/1.png')}`),
    );
  });

  it('is within spoilers, in title and content', () => {
    assert.equal(count(html('```spoiler http://a.com/1.png\nhttp://a.com/2.png\n```')), 2);
  });
});

describe('the number of previews', () => {
  it('is one per address, however often it is linked', () => {
    assert.equal(count(html('http://a.com/1.png and http://a.com/1.png')), 1);
  });

  it('is none with more than 24 addresses', () => {
    const links = (n: number) => Array.from({ length: n }, (_, i) => `http://a.com/${i}.png`).join(' ');
    assert.equal(count(html(links(24))), 24);
    assert.equal(count(html(links(25))), 0);
  });

  it('is none in quotes and code, or when the organization does not want them', () => {
    assert.equal(
      count(html('> http://a.com/1.png\n\n```quote\nhttp://a.com/2.png\n```\n`http://a.com/3.png`')),
      0,
    );
    assert.equal(count(render('http://a.com/1.png', { inlineImagePreview: false }).html), 0);
  });
});

describe('previews of other sites', () => {
  const fetched = (preview: LinkPreview) => render('http://a.com/page', {}, { linkPreview: () => preview });

  it('show a still of YouTube videos and keep the link', () => {
    for (const url of ['https://youtu.be/abcdefghijk', 'https://www.youtube.com/watch?t=1&v=abcdefghijk']) {
      const escaped = url.replace('&', '&amp;');
      assert.equal(
        html(url),
        `<p><a href="${escaped}">${escaped}</a></p>\n<div class="youtube-video message_inline_image">` +
          `<a data-id="abcdefghijk" href="${escaped}"><img src="https://i.ytimg.com/vi/abcdefghijk/mqdefault.jpg"></a></div>`,
      );
    }
    assert.equal(count(html('https://www.youtube.com/playlist?list=abcdefghijk')), 0);
  });

  it('load images through the proxy if there is one', () => {
    const externalMediaUrl = (url: string) => `/proxy/${url.length}`;
    assert.match(
      render('http://a.com/x.png', { externalMediaUrl }).html,
      /href="http:.*<img src="\/proxy\/18">/,
    );
  });

  it('request web pages, but not images, files or addresses in quotes', () => {
    const source = 'http://a.com/page http://a.com/x.png /user_uploads/1/ab/x.png a@b.com\n\n> http://b.com';
    assert.deepEqual(render(source).linksForPreview, ['http://a.com/page']);
    assert.deepEqual(render(source, { inlineUrlEmbedPreview: false }).linksForPreview, []);
  });

  it('show the fetched data of a website', () => {
    const rendered = fetched({
      kind: 'website',
      imageUrl: 'http://a.com/i',
      title: 'T',
      description: 'D & d',
    });
    assert.equal(
      rendered.html.split('</p>\n')[1],
      '<div class="message_embed"><a class="message_embed_image" href="http://a.com/page" ' +
        'style="background-image: url(&quot;http://a.com/i&quot;)"></a><div class="data-container">' +
        '<div class="message_embed_title"><a href="http://a.com/page" title="T">T</a></div>' +
        '<div class="message_embed_description">D &amp; d</div></div></div>',
    );
    assert.equal(rendered.hasImage, false);
  });

  it('show the fetched data of a video, and name it in the link', () => {
    const { html: rendered, hasImage } = fetched({
      kind: 'video',
      provider: 'Vimeo',
      title: 'T',
      imageUrl: 'http://a.com/i',
      html: '<iframe>',
    });
    assert.equal(
      rendered,
      '<p><a href="http://a.com/page">Vimeo - T</a></p>\n<div class="embed-video message_inline_image">' +
        '<a data-id="&lt;iframe&gt;" href="http://a.com/page" title="T"><img src="http://a.com/i"></a></div>',
    );
    assert.equal(hasImage, true);
  });
});
