/** Source and HTML, side by side: the dialect by example. `…` in the HTML stands for the inside of a formula. */

export const CASES: readonly (readonly [source: string, html: string])[] = [
  ['a\nb', '<p>a<br>\nb</p>'],
  ['a\n\n\nb', '<p>a</p>\n<p>b</p>'],
  ['**b** *i* ~~s~~', '<p><strong>b</strong> <em>i</em> <del>s</del></p>'],
  ['***bi***', '<p><strong><em>bi</em></strong></p>'],
  ['__x__ _y_', '<p>__x__ _y_</p>'],
  ['a*b*c', '<p>a<em>b</em>c</p>'],
  ['**a\nb**', '<p>**a<br>\nb**</p>'],
  ['\\*a\\*', '<p>\\<em>a\\</em></p>'],
  ['<b>x</b> & &amp; &copy; "q"', '<p>&lt;b&gt;x&lt;/b&gt; &amp; &amp; &copy; "q"</p>'],
  ['# H #', '<h1>H</h1>'],
  ['#H', '<p>#H</p>'],
  ['text\n## S\nmore', '<p>text</p>\n<h2>S</h2>\n<p>more</p>'],
  ['a\n---\nb', '<p>a</p>\n<hr>\n<p>b</p>'],
  ['- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
  ['text\n- a', '<p>text</p>\n<ul>\n<li>a</li>\n</ul>'],
  ['- a\n  - b', '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
  ['- a\n\n- b', '<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>'],
  ['- a\n\n  b', '<ul>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n</ul>'],
  ['- a\nb', '<ul>\n<li>a<br>\nb</li>\n</ul>'],
  ['3. a\n7. b', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
  ['1. a\n  1. b', '<ol>\n<li>a<ol>\n<li>b</li>\n</ol>\n</li>\n</ol>'],
  ['text\n10. a', '<p>text<br>\n10. a</p>'],
  ['1) a', '<p>1) a</p>'],
  ['- [ ] x', '<ul>\n<li>[ ] x</li>\n</ul>'],
  ['> a\nb', '<blockquote>\n<p>a<br>\nb</p>\n</blockquote>'],
  ['> a\n\n> b', '<blockquote>\n<p>a</p>\n</blockquote>\n<blockquote>\n<p>b</p>\n</blockquote>'],
  ['> > a', '<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n</blockquote>'],
  ['>', '<p>&gt;</p>'],
  [
    '> @**Zoe** hi',
    '<blockquote>\n<p><span class="user-mention silent" data-user-id="7">Zoe</span> hi</p>\n</blockquote>',
  ],
  ['```quote\na\n\nb\n```', '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>'],
  [
    '|a|b|\n|-|:-:|\n|1|2|',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n<th style="text-align: center;">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td style="text-align: center;">2</td>\n</tr>\n</tbody>\n</table>',
  ],
  [
    '|a|b|\n|-|-|\n|1|',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td></td>\n</tr>\n</tbody>\n</table>',
  ],
  [
    '|a|\n|-|',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td></td>\n</tr>\n</tbody>\n</table>',
  ],
  ['`a<b`', '<p><code>a&lt;b</code></p>'],
  ['`` a`b ``', '<p><code> a`b </code></p>'],
  ['```\n<b>\n```', '<div class="codehilite"><pre><span></span><code>&lt;b&gt;\n</code></pre></div>'],
  [
    '```js\nlet a\n```',
    '<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code><span class="kd">let</span><span class="w"> </span><span class="nx">a</span>\n</code></pre></div>',
  ],
  [
    '```nosuch\nx\n```',
    '<div class="codehilite" data-code-language="nosuch"><pre><span></span><code>x\n</code></pre></div>',
  ],
  ['    x', '<div class="codehilite"><pre><span></span><code>x\n</code></pre></div>'],
  ['```\n```', ''],
  ['~~~\nx', '<div class="codehilite"><pre><span></span><code>x\n</code></pre></div>'],
  ['$$x$$', '<p><span class="katex">…</span></p>'],
  ['a$$x$$b', '<p>a$$x$$b</p>'],
  ['$$\\bad$$', '<p><span class="tex-error">$$\\bad$$</span></p>'],
  [
    '```math\na\n\nb\n```',
    '<p><span class="katex-display"><span class="katex">…</span></span>\n\n<span class="katex-display"><span class="katex">…</span></span></p>',
  ],
  [
    '```spoiler H *i*\nc\n```',
    '<div class="spoiler-block"><div class="spoiler-header">\n<p>H <em>i</em></p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>c</p>\n</div></div>',
  ],
  [
    '```spoiler\nc\n```',
    '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n<p>c</p>\n</div></div>',
  ],
  ['/me waves', '<p>/me waves</p>'],
  ['@**Zoe**', '<p><span class="user-mention" data-user-id="7">@Zoe</span></p>'],
  ['@**Zoe|7**', '<p><span class="user-mention" data-user-id="7">@Zoe</span></p>'],
  ['@**|7**', '<p><span class="user-mention" data-user-id="7">@Zoe</span></p>'],
  ['@**Other|7**', '<p>@<strong>Other|7</strong></p>'],
  ['@_**Zoe**', '<p><span class="user-mention silent" data-user-id="7">Zoe</span></p>'],
  ['x@**Zoe**', '<p>x@<strong>Zoe</strong></p>'],
  ['@**nobody**', '<p>@<strong>nobody</strong></p>'],
  ['@**all**', '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span></p>'],
  [
    '@_**everyone**',
    '<p><span class="user-mention channel-wildcard-mention silent" data-user-id="*">everyone</span></p>',
  ],
  ['@**topic**', '<p><span class="topic-mention">@topic</span></p>'],
  ['@*support*', '<p><span class="user-group-mention" data-user-group-id="17">@support</span></p>'],
  ['@_*support*', '<p><span class="user-group-mention silent" data-user-group-id="17">support</span></p>'],
  ['#**design**', '<p><a class="stream" data-stream-id="9" href="/#narrow/channel/9-design">#design</a></p>'],
  [
    '#**design>new logo**',
    '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-design/topic/new.20logo/with/214">#design &gt; new logo</a></p>',
  ],
  [
    '#**design>**',
    '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-design/topic//with/214">#design &gt; <em>general chat</em></a></p>',
  ],
  [
    '#**design>new logo@214**',
    '<p><a class="message-link" href="/#narrow/channel/9-design/topic/new.20logo/near/214">#design &gt; new logo @ 💬</a></p>',
  ],
  ['#**nope**', '<p>#<strong>nope</strong></p>'],
  [
    ':smile: :nosuch:',
    '<p><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span> :nosuch:</p>',
  ],
  ['👍', '<p><span aria-label="+1" class="emoji emoji-1f44d" role="img" title="+1">:+1:</span></p>'],
  [
    ':party: :zulip:',
    '<p><img alt=":party:" class="emoji" src="/user_avatars/1/emoji/images/ab.png" title="party"> <img alt=":zulip:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/zulip.png" title="zulip"></p>',
  ],
  [
    '<time:2024-01-02T03:04:05+05:30>',
    '<p><time datetime="2024-01-01T21:34:05Z">2024-01-02T03:04:05+05:30</time></p>',
  ],
  ['<time:tomorrow>', '<p>&lt;time:tomorrow&gt;</p>'],
  ['see a.com/x.', '<p>see <a href="http://a.com/x">a.com/x</a>.</p>'],
  ['a@b.com', '<p><a href="mailto:a@b.com">a@b.com</a></p>'],
  ['<http://a.com>', '<p>&lt;<a href="http://a.com">http://a.com</a>&gt;</p>'],
  ['[t](a.com "ti")', '<p><a href="http://a.com" title="ti">t</a></p>'],
  ['[**b**](http://a.com)', '<p><a href="http://a.com">**b**</a></p>'],
  ['[](http://a.com)', '<p><a href="http://a.com">http://a.com</a></p>'],
  ['[t](javascript:x)', '<p>[t](javascript:x)</p>'],
  [
    'http://zulip.example/#narrow/is/starred',
    '<p><a href="#narrow/is/starred">http://zulip.example/#narrow/is/starred</a></p>',
  ],
  ['#123', '<p><a href="https://t.example/123">#123</a></p>'],
  [
    'http://a.com/x.png',
    '<div class="message_inline_image"><a href="http://a.com/x.png"><img src="http://a.com/x.png"></a></div>',
  ],
  [
    'see http://a.com/x.png',
    '<p>see <a href="http://a.com/x.png">http://a.com/x.png</a></p>\n<div class="message_inline_image"><a href="http://a.com/x.png"><img src="http://a.com/x.png"></a></div>',
  ],
  [
    '[n](http://a.com/x.png)',
    '<p><a href="http://a.com/x.png">n</a></p>\n<div class="message_inline_image"><a href="http://a.com/x.png" title="n"><img src="http://a.com/x.png"></a></div>',
  ],
  [
    '- http://a.com/x.png',
    '<ul>\n<li><div class="message_inline_image"><a href="http://a.com/x.png"><img src="http://a.com/x.png"></a></div></li>\n</ul>',
  ],
  [
    '> http://a.com/x.png',
    '<blockquote>\n<p><a href="http://a.com/x.png">http://a.com/x.png</a></p>\n</blockquote>',
  ],
  [
    '![t](http://a.com/x.png)',
    '<p>![t](<a href="http://a.com/x.png">http://a.com/x.png</a>)</p>\n<div class="message_inline_image"><a href="http://a.com/x.png"><img src="http://a.com/x.png"></a></div>',
  ],
  // A preview replaces only an address, not the text around it.
  [
    '*see http://a.com/x.png please*',
    '<p><em>see <a href="http://a.com/x.png">http://a.com/x.png</a> please</em></p>\n<div class="message_inline_image"><a href="http://a.com/x.png"><img src="http://a.com/x.png"></a></div>',
  ],
  [
    '***http://a.com/x.png***',
    '<p><strong><em><a href="http://a.com/x.png">http://a.com/x.png</a></em></strong></p>\n<div class="message_inline_image"><a href="http://a.com/x.png"><img src="http://a.com/x.png"></a></div>',
  ],
  [
    '~~was http://a.com/x.png then~~',
    '<p><del>was <a href="http://a.com/x.png">http://a.com/x.png</a> then</del></p>\n<div class="message_inline_image"><a href="http://a.com/x.png"><img src="http://a.com/x.png"></a></div>',
  ],
  [
    '- *see http://a.com/x.png now*',
    '<ul>\n<li><em>see <a href="http://a.com/x.png">http://a.com/x.png</a> now</em><div class="message_inline_image"><a href="http://a.com/x.png"><img src="http://a.com/x.png"></a></div></li>\n</ul>',
  ],
  // A backslash escapes a backtick that would open code, but not one that closes it.
  ['path `C:\\temp\\` and more', '<p>path <code>C:\\temp\\</code> and more</p>'],
  ['`C:\\a\\` or `D:\\b\\`', '<p><code>C:\\a\\</code> or <code>D:\\b\\</code></p>'],
  ['\\`x`', '<p>\\`x`</p>'],
  ['\\``x`', '<p>\\`<code>x</code></p>'],
  ['\\\\`x`', '<p>\\\\<code>x</code></p>'],
  ['``a\\`b``', '<p><code>a\\`b</code></p>'],
  // Blocks right after an item or a table.
  ['- a\n- b\n## H', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<h2>H</h2>'],
  ['1. a\n# H\ntext', '<ol>\n<li>a</li>\n</ol>\n<h1>H</h1>\n<p>text</p>'],
  ['- a\n  - b\n  ## H', '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n<h2>H</h2>\n</li>\n</ul>'],
  ['- a\n---\nb', '<ul>\n<li>a</li>\n</ul>\n<hr>\n<p>b</p>'],
  ['> - a\n> ## b', '<blockquote>\n<ul>\n<li>a</li>\n</ul>\n<h2>b</h2>\n</blockquote>'],
  ['- a\n- b\n> q', '<ul>\n<li>a</li>\n<li>b<blockquote>\n<p>q</p>\n</blockquote>\n</li>\n</ul>'],
  [
    '- a\n> q\nmore\n- c',
    '<ul>\n<li>a<blockquote>\n<p>q<br>\nmore</p>\n</blockquote>\n</li>\n<li>c</li>\n</ul>',
  ],
  ['- a\n#b', '<ul>\n<li>a<br>\n#b</li>\n</ul>'],
  [
    '|a|\n|-|\n|1|\n## H',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</table>\n<h2>H</h2>',
  ],
  [
    '|a|\n|-|\n|1|\n- x',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</table>\n<ul>\n<li>x</li>\n</ul>',
  ],
  [
    '|a|\n|-|\n|1|\n1. x',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</table>\n<ol>\n<li>x</li>\n</ol>',
  ],
  [
    '|a|\n|-|\n|1|\n> q',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</table>\n<blockquote>\n<p>q</p>\n</blockquote>',
  ],
  [
    '|a|\n|-|\n|1|\n---\nx',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</table>\n<hr>\n<p>x</p>',
  ],
  // A fence on the line of its item's marker.
  [
    '1. ```\n   foo\n   ```\n\n   bar',
    '<ol>\n<li>\n<div class="codehilite"><pre><span></span><code>foo\n</code></pre></div>\n<p>bar</p>\n</li>\n</ol>',
  ],
  [
    '10. ```\n    foo\n      bar\n    ```\n11. b',
    '<ol start="10">\n<li>\n<div class="codehilite"><pre><span></span><code>foo\n  bar\n</code></pre></div>\n</li>\n<li>b</li>\n</ol>',
  ],
  ['# C \\#', '<h1>C \\#</h1>'],
  // Titles and addresses of links.
  ['[t](/u "a \\"b\\"")', '<p><a href="/u" title="a \\&quot;b\\&quot;">t</a></p>'],
  ['[t](/u "a "b" c")', '<p><a href="/u" title="a &quot;b&quot; c">t</a></p>'],
  ['[t](/u "a") and [s](/v "b")', '<p><a href="/u" title="a">t</a> and <a href="/v" title="b">s</a></p>'],
  ['[t](<https://a.com/b)c>)', '<p><a href="https://a.com/b)c">t</a></p>'],
  [
    'pay bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa.',
    '<p>pay <a href="bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa">bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa</a>.</p>',
  ],
  ['a\u00a0#123\u00a0b', '<p>a\u00a0<a href="https://t.example/123">#123</a>\u00a0b</p>'],
  ['<time:**x** http://a.com>', '<p>&lt;time:**x** http://a.com&gt;</p>'],
  ['-   \n  foo', '<ul>\n<li>foo</li>\n</ul>'],
  ['-   \nfoo', '<ul>\n<li></li>\n</ul>\n<p>foo</p>'],
  [':fried_egg:', '<p>:fried_egg:</p>'],
  [
    '\u{1f3f3}\u200d\u{1f308}',
    '<p><span aria-label="rainbow flag" class="emoji emoji-1f3f3-200d-1f308" role="img" title="rainbow flag">:rainbow_flag:</span></p>',
  ],
  // Previews.
  [
    'a.com/x.png',
    '<p><a href="http://a.com/x.png">a.com/x.png</a></p>\n<div class="message_inline_image"><a href="http://a.com/x.png" title="a.com/x.png"><img src="http://a.com/x.png"></a></div>',
  ],
  [
    'https://github.com/a/b/blob/main/x.png',
    '<div class="message_inline_image"><a href="https://github.com/a/b/blob/main/x.png"><img src="https://raw.githubusercontent.com/a/b/main/x.png"></a></div>',
  ],
  [
    'https://www.dropbox.com/s/ab/x.png?dl=0',
    '<div class="message_inline_image"><a href="https://www.dropbox.com/s/ab/x.png?dl=0"><img src="https://www.dropbox.com/s/ab/x.png?raw=1"></a></div>',
  ],
  [
    'https://en.wikipedia.org/wiki/File:X.jpg',
    '<div class="message_inline_image"><a href="https://en.wikipedia.org/wiki/File:X.jpg"><img src="https://en.wikipedia.org/wiki/Special:FilePath/File:X.jpg"></a></div>',
  ],
  [
    'see https://www.youtube.com/watch_videos?video_ids=0123456789A,B',
    '<p>see <a href="https://www.youtube.com/watch_videos?video_ids=0123456789A,B">https://www.youtube.com/watch_videos?video_ids=0123456789A,B</a></p>\n<div class="youtube-video message_inline_image"><a data-id="0123456789A" href="https://www.youtube.com/watch_videos?video_ids=0123456789A,B"><img src="https://i.ytimg.com/vi/0123456789A/mqdefault.jpg"></a></div>',
  ],
];
