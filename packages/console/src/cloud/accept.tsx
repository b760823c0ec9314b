import { receivedInvitations } from '@gatehouse/contract/tenant-members.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRead } from '../api.ts';
import { useGoOn } from '../link.tsx';
import { Loading } from '../loading.tsx';
import { paths } from '../paths.ts';
import { useT } from '../phrases.tsx';
import { HttpError } from '../request.ts';
import { shownAddressOf, useAccount } from '../session/account.ts';
import { switchAccount } from '../session/client.ts';
import { invitedAs } from '../session/return-location.ts';
import { BarePage } from './bare-page.tsx';
import { useOnboarding } from './onboarding-state.ts';
import { useJoin } from './use-join.ts';

/** The link of an invitation leads here: it is accepted, or it is said why not. */
export const AcceptInvitation = () => {
  const { invitationId } = useParams({ strict: false }) as { invitationId: string };
  const { isLoaded } = useOnboarding();
  const [failure, setFailure] = useState<Error>();
  const hasBegun = useRef(false);
  const { data: invitation, error } = useRead(
    receivedInvitations.read,
    { params: { invitationId } },
    { door: 'cloud', hideErrors: true },
  );
  const { join } = useJoin({ hideErrors: true, go: useGoOn() });
  const isInvited = invitation !== undefined;
  useEffect(() => {
    if (isInvited) forgetPass();
  }, [isInvited]);
  const isPending = invitation?.status === 'Pending';
  const accept = useEffectEvent(() => {
    if (!invitation || hasBegun.current) return;
    hasBegun.current = true;
    join(invitation).catch(setFailure);
  });
  useEffect(() => {
    if (isPending && isLoaded) accept();
  }, [isPending, isLoaded]);

  const problem = error ?? failure;
  if (problem instanceof HttpError) return <Refusal problem={problem} />;
  if (problem) throw problem;
  if (invitation && !isPending && !hasBegun.current) return <Notice reason="invalid_status" />;
  return <Loading />;
};

/** The token that let the user register is spent and must not stay in the address. Another account is still to spend it. */
const forgetPass = () => {
  const address = new URL(window.location.href);
  const link = new URLSearchParams(address.hash.slice(1));
  if (!link.has('one_time_token')) return;
  link.delete('one_time_token');
  address.hash = link.toString();
  window.history.replaceState(window.history.state, '', address);
};

const Refusal = ({ problem }: { problem: HttpError }) => {
  const { status, code } = problem;
  if (code === 'subscription.limit_exceeded') return <Notice reason="no_room" />;
  if (status === 403) return <WrongAccount />;
  if (status === 404) return <Notice reason="not_found" />;
  if (status === 422) return <Notice reason="invalid_status" />;
  throw problem;
};

/** The link names the invited address. The server does not reveal it to others. */
const WrongAccount = () => {
  const t = useT();
  const { data: account } = useAccount();
  const { loginHint: invitee } = invitedAs('/accept/', window.location.hash);
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    setIsLeaving(true);
    void switchAccount();
  };
  return (
    <BarePage
      title={t('invitations.wrong_account')}
      description={
        invitee &&
        account &&
        t('invitations.wrong_account_text', { invitee, account: shownAddressOf(account) ?? '' })
      }
    >
      <Button variant="primary" size="large" isFullWidth isLoading={isLeaving} onClick={leave}>
        {t('invitations.switch_account')}
      </Button>
      <Button isFullWidth href={paths.home()}>
        {t('invitations.go_home')}
      </Button>
    </BarePage>
  );
};

const Notice = ({ reason }: { reason: 'not_found' | 'invalid_status' | 'no_room' }) => {
  const t = useT();
  return (
    <BarePage title={t(`invitations.${reason}`)} description={t(`invitations.${reason}_text`)}>
      <Button isFullWidth href={paths.home()}>
        {t('invitations.go_home')}
      </Button>
    </BarePage>
  );
};
