import { Button } from '@gatehouse/ui/button.tsx';
import { useEffect } from 'react';
import { bootstrap } from '../bootstrap.ts';
import { Loading } from '../loading.tsx';
import { useT } from '../phrases.tsx';
import { signInAnew, signOut } from '../session/client.ts';
import { useMemberScopes } from '../session/membership.tsx';
import { BarePage } from './bare-page.tsx';
import { usePendingInvitations } from './invitations.ts';
import { InvitationLines } from './invitations-page.tsx';

/** Self-hosted: for users with an account who are not members, or no longer. */
export const NotAMember = () => {
  const t = useT();
  const { scopes } = useMemberScopes(bootstrap.tenantId);
  const invitations = usePendingInvitations();
  const isMemberByNow = Boolean(scopes?.length);
  useEffect(() => {
    if (isMemberByNow) void signInAnew();
  }, [isMemberByNow]);
  if (!scopes || !invitations || isMemberByNow) return <Loading />;
  const isInvited = invitations.length > 0;
  return (
    <BarePage
      title={t(isInvited ? 'invitations.title' : 'not_a_member.title')}
      description={t(isInvited ? 'not_a_member.invited' : 'not_a_member.text')}
    >
      {isInvited && <InvitationLines invitations={invitations} />}
      <Button isFullWidth onClick={() => void signOut()}>
        {t('shell.sign_out')}
      </Button>
    </BarePage>
  );
};
