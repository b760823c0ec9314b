import { userIdentities } from '@gatehouse/contract/user-identities.ts';
import { useParams } from '@tanstack/react-router';
import { useRead } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useReadFailure } from '../../templates/read-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { IdentityPage } from './identity-page.tsx';

export const SocialIdentity = () => {
  const goTo = useGoTo();
  const { id: userId = '', target = '' } = useParams({ strict: false }) as { id?: string; target?: string };
  const read = useRead(userIdentities.readIdentity, { params: { userId, target } }, { hideErrors: true });
  const unlinking = useDelete({
    row: userIdentities.deleteIdentity,
    verb: 'remove',
    words: 'users.identities',
    params: ({ name }: { name: string }) => ({ userId, target: name }),
  });
  const failure = useReadFailure(read);
  if (failure) return failure;
  const { data } = read;
  return (
    <IdentityPage
      userId={userId}
      account={data && { name: target, id: data.identity.userId, details: data.identity.details }}
      onUnlink={() => void unlinking.start({ name: target }, () => goTo(paths.user(userId)))}
    />
  );
};
