// A permission field that saves itself. It shows the chosen value until the server's event arrives, so that a
// second change made at once starts from the first and not from the old value.

import { useId } from 'preact/hooks';
import { NeedsServer } from '../components/needs-server.tsx';
import type { GroupSetting } from '../store/permissions.ts';
import { PermissionField, type PermissionFieldProps } from './permission-field.tsx';
import { SavingStatus, useChosen, useSaving } from './saving.tsx';

export interface SavedPermissionFieldProps extends Omit<PermissionFieldProps, 'onChange' | 'describedBy'> {
  /** Sends the change; throws what the call throws. */
  readonly save: (change: { readonly new: GroupSetting; readonly old: GroupSetting }) => Promise<unknown>;
}

export function SavedPermissionField({ value, save, ...field }: SavedPermissionFieldProps) {
  const id = useId();
  const { outcome, save: attempt } = useSaving();
  const { value: displayed, choose } = useChosen(value, outcome);
  return (
    <div>
      <NeedsServer>
        <PermissionField
          {...field}
          value={displayed as GroupSetting}
          describedBy={id}
          onChange={(chosen, old) => {
            choose(chosen);
            void attempt(() => save({ new: chosen, old }));
          }}
        />
      </NeedsServer>
      <SavingStatus id={id} outcome={outcome} />
    </div>
  );
}
