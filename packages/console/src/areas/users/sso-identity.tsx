import { userIdentities } from '@gatehouse/contract/user-identities.ts';
import { useParams } from '@tanstack/react-router';
import { useT } from '../../phrases.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { IdentityPage } from './identity-page.tsx';

/** Company accounts are the company's: they are looked at, not unlinked. */
export const SsoIdentity = () => {
  const t = useT();
  const { id: userId = '', connectorId = '' } = useParams({ strict: false }) as {
    id?: string;
    connectorId?: string;
  };
  const { data, failure } = useReadOrFailure(userIdentities.readSsoIdentity, {
    params: { userId, ssoConnectorId: connectorId },
  });
  if (failure) return failure;
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
