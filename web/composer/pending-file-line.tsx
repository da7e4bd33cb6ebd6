// A file that is not uploaded yet: a thumbnail of pictures, its name, and a note that it is sent with the
// message.

import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';
import { pendingFile } from '../data/pending-files.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { type PendingFile, pendingKeys } from '../lib/pending-files.ts';

export function PendingFileLine({ id }: { readonly id: string }) {
  const organization = useOrganization();
  const [pending, setPending] = useState<PendingFile>();
  const [picture, setPicture] = useState<string>();
  useEffect(() => {
    let isUnmounted = false;
    let address: string | undefined;
    void pendingFile(organization, id).then((found) => {
      if (isUnmounted) return;
      setPending(found);
      if (!found?.file.type.startsWith('image/')) return;
      address = URL.createObjectURL(found.file);
      setPicture(address);
    });
    return () => {
      isUnmounted = true;
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [organization, id]);
  if (!pending) return null;
  return (
    <span class="waiting-file">
      {picture === undefined ? <Icon name="file" /> : <img src={picture} alt="" />}
      <span class="name" dir="auto">
        {pending.name}
      </span>
    </span>
  );
}

/** The pending files of a text. */
export function PendingFiles({ content }: { readonly content: string }) {
  const keys = pendingKeys(content);
  if (keys.length === 0) return null;
  return (
    <div class="waiting-files">
      {keys.map((key) => (
        <PendingFileLine key={key} id={key} />
      ))}
      <small>{t('composer.fileWaits')}</small>
    </div>
  );
}
