import type { Answer } from '@gatehouse/contract/endpoint.ts';
import { receivedInvitations } from '@gatehouse/contract/tenant-members.ts';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { useWrite } from '../api.ts';
import { useT } from '../phrases.tsx';
import { useJoin } from './use-join.ts';

export type Invitation = Answer<typeof receivedInvitations.list>[number];

/** The two answers to an invitation. Declining asks first: there is no way back. */
export const useAnswer = (invitation: Invitation, onAnswered: () => void) => {
  const t = useT();
  const confirm = useConfirm();
  const { join, isPending: isAccepting } = useJoin();
  const { mutateAsync, isPending: isDeclining } = useWrite(receivedInvitations.setStatus, { door: 'cloud' });
  const accept = () => void join(invitation).then(onAnswered, () => undefined);
  const decline = async () => {
    const [isConfirmed] = await confirm({
      title: t('invitations.decline_title', { name: invitation.tenantName }),
      body: t('invitations.decline_text'),
      confirmLabel: t('invitations.decline'),
      isDanger: true,
    });
    if (!isConfirmed) return;
    const params = { invitationId: invitation.id };
    await mutateAsync({ params, body: { status: 'Revoked' } }).then(onAnswered, () => undefined);
  };
  return { accept, decline: () => void decline(), isAccepting, isDeclining };
};
