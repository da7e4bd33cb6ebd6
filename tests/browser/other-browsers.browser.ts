// The main flow and a scroll stability test in Firefox and WebKit. WebKit has no scroll anchoring, so it shows any
// content shift that the client does not correct. Debian's builds of them lack what Playwright needs to control them.

import assert from 'node:assert/strict';
import { expect, serverTest } from './fixtures.ts';
import { type Probed, probeBody } from './probe.ts';
import { type Driver, otherBrowsers } from './web-driver.ts';

/** Waits for an element, by selector and text, even during navigation. */
function expectElement(driver: Driver, selector: string, text = ''): Promise<void> {
  const look = `return [...document.querySelectorAll(${JSON.stringify(selector)})].some((one) =>
    one.textContent.includes(${JSON.stringify(text)}));`;
  return expect.poll(() => driver.run(look).catch(String), `${selector} with "${text}"`).toBe(true);
}

async function write(driver: Driver, text: string): Promise<void> {
  await driver.run(`
    const field = document.querySelector('.composer .writing-field');
    field.focus();
    document.execCommand('insertText', false, ${JSON.stringify(text)});
    await new Promise((resolve) => requestAnimationFrame(resolve));
    document.querySelector('.composer .send').click();`);
}

for (const browser of otherBrowsers) {
  serverTest(`the client in ${browser.name}`, { tag: '@nightly' }, async ({ server }, { skip }) => {
    skip(browser.missing !== undefined, `there is no ${browser.name}: ${browser.missing} is missing`);
    const mel = await server.as('mel');
    const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
    for (const name of ['mel', 'mia', 'adam'] as const) {
      const sender = await server.as(name);
      for (let sent = 0; sent < 70; sent += 1) {
        const content = `Line ${sent}${'\n\nand one more'.repeat(sent % 4)}`;
        await sender.call('send-message', { type: 'channel', to: stream_id, topic: 'long', content });
      }
    }
    await mel.call('mark-all-as-read');
    const driver = await browser.start();
    const address = (topic: string) => `${server.url}/#narrow/channel/${stream_id}/topic/${topic}`;

    await serverTest.step('logs in, reads, posts, and receives another person’s message', async () => {
      await driver.goto(`${server.url}/login/`);
      await driver.run(`
        const button = [...document.querySelectorAll('button')].find((one) => one.textContent.includes('Mel Member'));
        setTimeout(() => button.click());`);
      await expectElement(driver, '.frame');
      await driver.goto(address('other'));
      await expectElement(driver, '.composer .writing-field');
      await write(driver, 'Sent *from* here');
      await expectElement(driver, '[role=feed] article em', 'from');
      await mel.sendToChannel('engineering', 'other', 'and seen there');
      await expectElement(driver, '[role=feed] article', 'and seen there');
      await expect.poll(() => driver.run('return document.title;')).toContain('other');
    });

    await serverTest.step('scrolling up and down shifts no content', async () => {
      await driver.goto(address('long'));
      await expectElement(driver, '[role=feed] article', 'Line 69');
      for (const pixels of [-120, 120]) {
        const { jumps, most } = await driver.run<Probed>(probeBody(pixels, 120));
        assert.deepEqual(jumps, []);
        assert.ok(most > 20 && most <= 280, `${most} rows`);
      }
    });
  });
}
