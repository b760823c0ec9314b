import { Button } from '@gatehouse/ui/button.tsx';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { useT } from '../phrases.tsx';
import { type Invitation, useAnswer } from './use-answer.ts';

/** An invitation that was chosen from a list: who sent it, and both answers. */
export const InvitationDialog = ({
  invitation,
  onClose,
}: {
  invitation: Invitation;
  onClose: () => void;
}) => {
  const t = useT();
  const { tenantName, inviterName } = invitation;
  const { accept, decline, isAccepting, isDeclining } = useAnswer(invitation, onClose);
  return (
    <Dialog
      isOpen
      size="small"
      title={tenantName}
      description={inviterName ? t('invitations.from', { name: inviterName }) : undefined}
      onClose={onClose}
      actions={
        <>
          <Button isLoading={isDeclining} onClick={decline}>
            {t('invitations.decline')}
          </Button>
          <Button variant="primary" isLoading={isAccepting} onClick={accept}>
            {t('invitations.join')}
          </Button>
        </>
      }
    />
  );
};
