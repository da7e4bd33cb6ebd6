// A button that chooses a picture from this computer.

import { useRef } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { t } from '../i18n/texts.ts';

export function PictureField({ onChoose }: { readonly onChoose: (file: File) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon="image" onClick={() => field.current?.click()}>
        {t('profile.changePicture')}
      </Button>
      <input
        ref={field}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) onChoose(file);
        }}
      />
    </>
  );
}
