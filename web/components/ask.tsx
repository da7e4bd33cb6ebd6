// Asks before something is taken away. The question is gone once it is answered, so that nobody answers it twice.

import { t } from '../i18n/words.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ServerNeeded } from './needs-server.tsx';
import { showDialog } from './overlays.tsx';

export interface Question {
  readonly title: string;
  readonly text: string;
  /** What the button says that does it. */
  readonly action: string;
  readonly onYes: () => void;
}

export function ask({ title, text, action, onYes }: Question): void {
  showDialog((close) => (
    <Dialog
      title={title}
      onClose={close}
      size="small"
      actions={
        <>
          <Button onClick={close}>{t('parts.cancel')}</Button>
          <Button
            kind="danger"
            needsServer
            onClick={() => {
              close();
              onYes();
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <ServerNeeded />
    </Dialog>
  ));
}
