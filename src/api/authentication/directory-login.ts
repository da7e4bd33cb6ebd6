// Logs in people whose name and password the organization's directory has confirmed.

import type { DirectoryLogin } from '../../actions/accounts/counted-attempts.ts';
import { changeAvatar } from '../../actions/avatars/change.ts';
import { badRequest, isClientError } from '../../api-contract/error.ts';
import { detailOf } from '../../errors/error-detail.ts';
import { checkedFullName } from '../../model/accounts/account-names.ts';
import { withAvatar } from '../../model/avatars/avatar-files.ts';
import { isProviderEnabled } from '../../model/organizations/authentication-methods.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { RequestSource } from '../../model/request-source.ts';
import type { DirectoryClient, DirectoryPerson } from '../../model/sign-in/directory-client.ts';
import { directoryFor } from '../../model/sign-in/provider-clients.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import type { Services } from '../services.ts';
import { joinNewPerson, type SignInContext, signInAccount } from './sign-in.ts';

/** The directory that an organization's people log in with; undefined if there is none or it is disabled. */
export function enabledDirectory(
  services: Pick<Services, 'signIn'>,
  organization: Organization,
): DirectoryClient | undefined {
  const directory = directoryFor(services.signIn, organization);
  return directory && isProviderEnabled(organization.settings.authentication_methods, directory.provider)
    ? directory
    : undefined;
}

/** Uses the directory's picture for accounts without an uploaded one. */
async function showPicture(
  services: Services,
  { hub }: SignInContext,
  accountId: number,
  picture: Buffer,
): Promise<void> {
  const before = await accountById(hub.reader, accountId);
  if (!before || before.avatarSource === 'U') return;
  await withAvatar(services, hub.id, picture, (avatar) =>
    services.database.write(hub.id, async (writer) => {
      const account = await accountById(writer, accountId);
      // An error makes `withAvatar` delete the file.
      if (!account || account.avatarSource === 'U')
        throw badRequest('The picture was changed in the meantime.');
      await changeAvatar(writer, await readOrganization(writer), account, avatar);
    }),
  );
}

/** Logs for the operator why a picture is not shown. */
function logPicture({ log }: Services, account: number, error: unknown): void {
  const event = 'picture_not_followed';
  if (isClientError(error)) {
    log.warn({ event, account, reason: error.message }, 'directory picture rejected');
  } else {
    log.error({ event, account, error: detailOf(error) }, 'directory picture not stored');
  }
}

/** Creates the account of a new person, with the name in the directory. */
function join(
  services: Services,
  context: SignInContext,
  directory: DirectoryClient,
  identity: DirectoryPerson,
) {
  const { provider } = directory;
  if (identity.fullName === '')
    throw badRequest(`${provider.name} does not provide your name. Ask your administrator to add it.`);
  return joinNewPerson(
    services,
    context,
    { provider, identity, linkKey: '' },
    { fullName: checkedFullName(identity.fullName), groupIds: [] },
  );
}

/** How people log in by the directory; undefined if there is none. */
export function directoryLogin(services: Services, context: SignInContext): DirectoryLogin | undefined {
  const directory = enabledDirectory(services, context.hub.state.organization);
  if (!directory) return undefined;
  const signIn = async (person: DirectoryPerson, source: RequestSource): Promise<number> => {
    const attempt = { provider: directory.provider, identity: person, source };
    const existingId = await signInAccount(services, context, attempt);
    const accountId = existingId ?? (await join(services, context, directory, person));
    if (person.picture) {
      // A problem with the picture must not fail the login.
      await showPicture(services, context, accountId, person.picture).catch((error: unknown) =>
        logPicture(services, accountId, error),
      );
    }
    return accountId;
  };
  return { provider: directory, signIn };
}
