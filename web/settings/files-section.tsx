// The files that one has uploaded: how large they are, where they are used, and away with them.

import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf } from '../../client/api-types.ts';
import { ranked } from '../ground/ranking.ts';
import { attempt } from '../link/attempt.ts';
import { useNow } from '../link/use-now.ts';
import { useOrganization, useOrganizationEvent } from '../link/use-organization.ts';
import { useReader } from '../link/use-reader.ts';
import { addressOfNarrow, term } from '../messages/places.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { showDialog } from '../parts/overlays.tsx';
import { shortTime } from '../words/dates.ts';
import { fileSize } from '../words/sizes.ts';
import { t } from '../words/words.ts';

type Files = AnswerOf<'get-attachments'>;
type File = Files['attachments'][number];

const MOST_SHOWN = 200;
const MIB = 1024 * 1024;

function useFiles(): Files | undefined {
  const { client } = useOrganization();
  const [files, setFiles] = useState<Files>();
  const load = () =>
    void attempt(client.call('get-attachments')).then((answer) => answer && setFiles(answer));
  useEffect(load, [client]);
  useOrganizationEvent('attachment', load);
  return files;
}

function FileLine({ file }: { readonly file: File }) {
  const { state } = useOrganization();
  const reader = useReader();
  const now = useNow();
  const { name, path_id, size, create_time, message_ids } = file;
  return (
    <tr>
      <td>
        <a href={`/user_uploads/${path_id}`} target="_blank" rel="noopener noreferrer">
          {name}
        </a>
      </td>
      <td>{fileSize(size)}</td>
      <td>{shortTime(create_time, now, reader)}</td>
      <td>
        {message_ids.length === 0 && <span class="soft">{t('own.unused')}</span>}
        {message_ids.map((id, place) => (
          <span key={id}>
            {place > 0 && ', '}
            <a href={addressOfNarrow([term('id', id)], state)}>{t('own.message', { number: String(id) })}</a>
          </span>
        ))}
      </td>
      <td>
        <IconButton
          name={t('own.deleteFile', { name })}
          icon="delete"
          onClick={() => showDialog((close) => <DeleteFile file={file} onClose={close} />)}
        />
      </td>
    </tr>
  );
}

function DeleteFile({ file, onClose }: { readonly file: File; readonly onClose: () => void }) {
  const { client } = useOrganization();
  const remove = () => attempt(client.call('remove-attachment', { attachment_id: file.id })).then(onClose);
  return (
    <Dialog
      title={t('own.deleteFileTitle', { name: file.name })}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button kind="danger" onClick={() => void remove()}>
            {t('messages.delete')}
          </Button>
        </>
      }
    >
      <p>{t('own.deleteFileText')}</p>
    </Dialog>
  );
}

export function FilesSection() {
  const { state } = useOrganization();
  const files = useFiles();
  const [query, setQuery] = useState('');
  if (!files) return <div aria-busy="true" />;
  const { attachments, upload_space_used: used } = files;
  const quota = state.realm_upload_quota_mib;
  const newest = [...attachments].sort((a, b) => b.create_time - a.create_time);
  const shown =
    query.trim() === ''
      ? newest.slice(0, MOST_SHOWN)
      : ranked(newest, query, { namesOf: ({ name }) => [name], limit: MOST_SHOWN });
  const own = attachments.reduce((sum, { size }) => sum + size, 0);
  return (
    <div class="own">
      <p>
        {t('own.filesUsed', { size: fileSize(own) })}{' '}
        {quota !== undefined && quota !== null && (
          <>
            {t('own.filesQuota', { size: fileSize(quota * MIB) })}
            <progress class="quota" max={quota * MIB} value={used} />
          </>
        )}
      </p>
      {attachments.length === 0 && <p class="soft">{t('own.noFiles')}</p>}
      {attachments.length > 0 && (
        <>
          <input
            class="input"
            type="search"
            aria-label={t('own.filterFiles')}
            placeholder={t('own.filterFiles')}
            value={query}
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
          {shown.length === 0 && <p class="soft">{t('own.noFileFits')}</p>}
          <table class="file-list">
            <thead>
              <tr>
                <th>{t('own.file')}</th>
                <th>{t('own.size')}</th>
                <th>{t('own.uploaded')}</th>
                <th>{t('own.usedIn')}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {shown.map((file) => (
                <FileLine key={file.id} file={file} />
              ))}
            </tbody>
          </table>
        </>
      )}
    </div>
  );
}
