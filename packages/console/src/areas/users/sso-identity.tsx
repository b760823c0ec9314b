import { userIdentities } from '@gatehouse/contract/user-identities.ts';
import { useParams } from '@tanstack/react-router';
import { useRead } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useReadFailure } from '../../templates/read-failure.tsx';
import { IdentityPage } from './identity-page.tsx';

/** Company accounts are the company's: they are looked at, not unlinked. */
export const SsoIdentity = () => {
  const t = useT();
  const { id: userId = '', connectorId = '' } = useParams({ strict: false }) as {
    id?: string;
    connectorId?: string;
  };
  const read = useRead(
    userIdentities.readSsoIdentity,
    { params: { userId, ssoConnectorId: connectorId } },
    { hideErrors: true },
  );
  const failure = useReadFailure(read);
  if (failure) return failure;
  const { data } = read;
  const identity = data?.ssoIdentity;
  return (
    <IdentityPage
      userId={userId}
      account={identity && { name: identity.issuer, id: identity.identityId, details: identity.detail }}
      facts={
        identity && [
          { key: t('users.identities.issuer'), value: identity.issuer },
          { key: t('users.identities.connector'), value: identity.ssoConnectorId },
        ]
      }
    />
  );
};
