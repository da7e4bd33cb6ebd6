// Asks for confirmation before something is removed. The dialog closes with the first answer, so that it
// cannot be answered twice.

import { t } from '../i18n/texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ServerNeededNote } from './needs-server.tsx';
import { showDialog } from './overlays.tsx';

export interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** The label of the confirming button. */
  readonly action: string;
  readonly onYes: () => void;
}

export function confirmAction({ title, text, action, onYes }: Confirmation): void {
  showDialog((close) => (
    <Dialog
      title={title}
      onClose={close}
      size="small"
      actions={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
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
      <ServerNeededNote />
    </Dialog>
  ));
}
