// Every dialog: axe finds nothing in both themes, on desktop and phone, left-to-right and right-to-left; on a phone everything
// that can be pressed in it is large enough; in a wide window no text of it is cut.

import { problems } from './appearances.ts';
import { allDialogs, fillLists, openDialog, shownDialog } from './dialogs.ts';
import { expect, test } from './fixtures.ts';
import { cutAcross } from './partly-hidden.ts';
import { picture } from './pictures.ts';
import { smallTargets } from './small-targets.ts';

const PARTS = 3;

for (let part = 0; part < PARTS; part++)
  test(`every dialog is accessible, part ${part + 1} of ${PARTS}`, { tag: '@nightly' }, async ({
    server,
    open,
  }) => {
    const added = await fillLists(server);
    const page = await open('olive', '#inbox');
    for (const [index, [name, dialog]] of [...allDialogs(added)].entries()) {
      if (index % PARTS !== part) continue;
      await test.step(name, async () => {
        await openDialog(page, server, name, dialog);
        await picture(page, `dialog-${name.replaceAll(/\W+/g, '-')}`);
        await expect.poll(() => page.evaluate(cutAcross)).toEqual([]);
        await expect.poll(() => problems(page, name, shownDialog)).toEqual([]);
        await page.setViewportSize({ width: 390, height: 844 });
        await expect.poll(() => smallTargets(page)).toEqual([]);
        await page.setViewportSize({ width: 1440, height: 900 });
      });
    }
  });
