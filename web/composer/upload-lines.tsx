// Running uploads with their progress.

import { IconButton } from '../components/button.tsx';
import { t } from '../i18n/texts.ts';
import type { Upload } from './uploads.ts';

export function UploadLines({ uploads }: { readonly uploads: readonly Upload[] }) {
  return (
    <>
      {uploads.map(({ key, name, progress, cancel }) => (
        <div key={key} class="upload-line">
          <span>{t('composer.uploading', { name })}</span>
          <progress value={progress} aria-label={name} />
          <IconButton name={t('composer.cancelUpload', { name })} icon="close" onClick={cancel} />
        </div>
      ))}
    </>
  );
}
