// A call between Firefox and Chromium, whichever joins last.

import { expect } from '@playwright/test';
import { callWindow, expectToHear, launchOptions, openCaller } from './call-pages.ts';
import { test } from './fixtures.ts';
import { type Driver, otherBrowsers } from './web-driver.ts';

test.use({ launchOptions });

const firefox = otherBrowsers.find(({ name }) => name === 'Firefox');

/** Waits for an element that is shown and has a name or a text, and presses it. */
const press = (driver: Driver, name: string) =>
  expect
    .poll(() =>
      driver.run<boolean>(`
        const button = [...document.querySelectorAll('button')].find((one) =>
          [one.ariaLabel, one.textContent.trim()].includes(${JSON.stringify(name)}));
        button?.click();
        return button !== undefined;`),
    )
    .toBe(true);

/** Waits until Firefox hears and sees a number of others. */
const expectInFirefox = (driver: Driver, hears: number, pictures: number) =>
  expect
    .poll(() =>
      driver.run<number[]>(`return [
        document.querySelectorAll('.call-window [data-reach=connected]').length - 1,
        [...document.querySelectorAll('.call-window video')].filter((one) => one.videoWidth > 0).length];`),
    )
    .toEqual([hears, pictures]);

test('Firefox and Chromium hear and see each other', { tag: '@nightly' }, async ({ server, open }) => {
  test.skip(firefox?.missing !== undefined, `there is no Firefox: ${firefox?.missing} is missing`);
  const { stream_id } = await (await server.as('mel')).call('get-stream-id', { stream: 'general' });
  const topic = `#narrow/channel/${stream_id}/topic/calls`;
  const driver = await firefox?.start();
  if (!driver) return;
  await driver.goto(`${server.url}/login/`);
  await driver.run(`
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent.includes('Mel Member'));
    setTimeout(() => button.click());`);
  await expect
    .poll(() => driver.run('return document.querySelector(".frame") !== null').catch(() => false))
    .toBe(true);
  await driver.goto(`${server.url}/${topic}`);
  const mia = await openCaller(open, 'mia', topic);

  await test.step('Chromium joins', async () => {
    await press(driver, 'Start a call');
    await mia.getByRole('button', { name: 'Join', exact: true }).click();
    await expectToHear(mia, 1);
    await expectInFirefox(driver, 1, 0);
  });

  await test.step('both cameras', async () => {
    await press(driver, 'Turn on camera');
    await callWindow(mia).getByRole('button', { name: 'Turn on camera' }).click();
    await expectInFirefox(driver, 1, 2);
    await expect
      .poll(() =>
        callWindow(mia)
          .locator('video')
          .evaluateAll((all) => all.map((one) => (one as unknown as { videoWidth: number }).videoWidth > 0)),
      )
      .toEqual([true, true]);
  });

  await test.step('Firefox joins again', async () => {
    await press(driver, 'Leave the call');
    await expect(callWindow(mia).getByText('Waiting for others…')).toBeVisible();
    await press(driver, 'Join');
    await expectToHear(mia, 1);
    await expectInFirefox(driver, 1, 1);
  });
});
