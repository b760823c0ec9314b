import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { isCloud } from '../../bootstrap.ts';
import { useT } from '../../phrases.tsx';

export type InvitationLink = { invitee: string; link: string };

/** Invitation links to share manually when no email can be sent. */
export const InvitationLinks = ({ links, onClose }: { links: InvitationLink[]; onClose: () => void }) => {
  const t = useT();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('tenant_members.invitations')}
      description={t('tenant_members.invitation_made')}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('general.done')}
        </Button>
      }
    >
      <Stack gap={4}>
        {!isCloud && <Callout tone="warning">{t('tenant_members.links_warning')}</Callout>}
        <KeyValueList
          isStacked
          items={links.map(({ invitee, link }) => ({
            key: invitee,
            value: <CopyText text={link} isBoxed />,
          }))}
        />
      </Stack>
    </Dialog>
  );
};
