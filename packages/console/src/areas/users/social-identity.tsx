import { userIdentities } from '@gatehouse/contract/user-identities.ts';
import { useParams } from '@tanstack/react-router';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { IdentityPage } from './identity-page.tsx';
import { useSocialName } from './social-name.ts';

export const SocialIdentity = () => {
  const goTo = useGoTo();
  const { id: userId = '', target = '' } = useParams({ strict: false }) as { id?: string; target?: string };
  const { data, failure } = useReadOrFailure(userIdentities.readIdentity, { params: { userId, target } });
  const nameOf = useSocialName();
  const unlinking = useDelete({
    row: userIdentities.deleteIdentity,
    verb: 'remove',
    words: 'users.identities',
    params: () => ({ userId, target }),
  });
  if (failure) return failure;
  return (
    <IdentityPage
      userId={userId}
      account={data && { name: nameOf(target), id: data.identity.userId, details: data.identity.details }}
      onUnlink={() =>
        void unlinking.start({ name: nameOf(target) }, () => goTo(paths.user(userId, 'settings')))
      }
    />
  );
};
