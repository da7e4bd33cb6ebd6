// The viewer's uploaded files: their sizes, the messages that use them, and a button to delete each.

import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf } from '../../client/api-types.ts';
import { IconButton } from '../components/button.tsx';
import { confirmAction } from '../components/confirm.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { attempt } from '../data/attempt.ts';
import { useNow } from '../hooks/use-now.ts';
import { useOrganization, useOrganizationEvent } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { shortTime } from '../i18n/dates.ts';
import { fileSize } from '../i18n/sizes.ts';
import { t } from '../i18n/texts.ts';
import { rankMatches } from '../lib/ranking.ts';
import { addressOfNarrow, term } from '../store/narrow-targets.ts';

type Files = AnswerOf<'get-attachments'>;
type File = Files['attachments'][number];

const MAX_SHOWN = 200;
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
  const { state, client } = useOrganization();
  const viewer = useViewer();
  const now = useNow();
  const { name, path_id, size, create_time, message_ids } = file;
  const remove = () =>
    confirmAction({
      title: t('files.deleteTitle', { name }),
      text: t('files.deleteText'),
      action: t('messages.delete'),
      onYes: () => void attempt(client.call('remove-attachment', { attachment_id: file.id })),
    });
  return (
    <tr>
      <td>
        <a href={`/user_uploads/${path_id}`} target="_blank" rel="noopener noreferrer">
          {name}
        </a>
      </td>
      <td>{fileSize(size)}</td>
      <td>{shortTime(create_time, now, viewer)}</td>
      <td>
        {message_ids.length === 0 && <span class="soft">{t('files.unused')}</span>}
        {message_ids.map((id, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <a href={addressOfNarrow([term('id', id)], state)}>
              {t('files.message', { number: String(id) })}
            </a>
          </span>
        ))}
      </td>
      <td>
        <IconButton name={t('files.delete', { name })} icon="delete" onClick={remove} />
      </td>
    </tr>
  );
}

export function FilesSection() {
  const { state } = useOrganization();
  const files = useFiles();
  const [query, setQuery] = useState('');
  if (!files) return <div aria-busy="true" />;
  const { attachments, upload_space_used: used } = files;
  const { user_upload_space_used: own, user_upload_quota_mib: allowed } = files;
  const quota = state.realm_upload_quota_mib;
  const newest = [...attachments].sort((a, b) => b.create_time - a.create_time);
  const matching =
    query.trim() === ''
      ? newest.slice(0, MAX_SHOWN)
      : rankMatches(newest, query, { namesOf: ({ name }) => [name], limit: MAX_SHOWN });
  return (
    <div class="own">
      <p>
        {t('files.used', { size: fileSize(own) })}{' '}
        {allowed !== null && (
          <>
            {t('files.allowed', { size: fileSize(allowed * MIB) })}
            <progress class="quota" max={allowed * MIB} value={own} />
          </>
        )}
        {quota !== undefined && quota !== null && (
          <>
            {t('files.quota', { size: fileSize(quota * MIB) })}
            <progress class="quota" max={quota * MIB} value={used} />
          </>
        )}
      </p>
      {attachments.length === 0 && (
        <EmptyState icon="file" title={t('files.none')} text={t('files.noneText')}>
          <a class="button" href="#recent">
            {t('messageList.seeRecent')}
          </a>
        </EmptyState>
      )}
      {attachments.length > 0 && (
        <>
          <input
            class="input"
            type="search"
            aria-label={t('files.filter')}
            placeholder={t('files.filter')}
            value={query}
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
          {matching.length === 0 && <EmptyState icon="search" title={t('files.noneFound')} />}
          <table class="file-list">
            <thead>
              <tr>
                <th>{t('files.file')}</th>
                <th>{t('files.size')}</th>
                <th>{t('files.uploaded')}</th>
                <th>{t('files.usedIn')}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {matching.map((file) => (
                <FileLine key={file.id} file={file} />
              ))}
            </tbody>
          </table>
        </>
      )}
    </div>
  );
}
