import type { Answer } from '@gatehouse/contract/endpoint.ts';
import { receivedInvitations } from '@gatehouse/contract/tenant-members.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { Divider } from '@gatehouse/ui/divider.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useRef } from 'react';
import { useWrite } from '../api.ts';
import { useGoTo } from '../link.tsx';
import { useT } from '../phrases.tsx';
import { BarePage } from './bare-page.tsx';
import { useOnboarding } from './onboarding-state.ts';
import { EnvironmentTag } from './tenant-tags.tsx';
import { useJoin } from './use-join.ts';

type Invitation = Answer<typeof receivedInvitations.list>[number];

/** For people who are invited somewhere and have no tenant yet. */
export const InvitationsPage = ({ invitations }: { invitations: readonly Invitation[] }) => {
  const t = useT();
  const goTo = useGoTo();
  const { setDone } = useOnboarding();
  const createOwn = async () => {
    await setDone(false);
    goTo('/');
  };
  return (
    <BarePage title={t('invitations.title')} description={t('invitations.text')}>
      <InvitationLines invitations={invitations} />
      <Divider>{t('invitations.or')}</Divider>
      <Button isFullWidth onClick={() => void createOwn()}>
        {t('invitations.create')}
      </Button>
    </BarePage>
  );
};

export const InvitationLines = ({ invitations }: { invitations: readonly Invitation[] }) => {
  const lines = useRef<HTMLDivElement>(null);
  return (
    <div ref={lines} tabIndex={-1}>
      <Stack gap={2}>
        {invitations.map(invitation => (
          // A line that goes takes its buttons with it: whoever works by keyboard goes on from here.
          <InvitationLine
            key={invitation.id}
            invitation={invitation}
            onDeclined={() => lines.current?.focus()}
          />
        ))}
      </Stack>
    </div>
  );
};

const InvitationLine = ({ invitation, onDeclined }: { invitation: Invitation; onDeclined: () => void }) => {
  const t = useT();
  const confirm = useConfirm();
  const { join, isPending } = useJoin();
  const decline = useWrite(receivedInvitations.setStatus, { door: 'cloud' });
  const askToDecline = async () => {
    const [isConfirmed] = await confirm({
      title: t('invitations.decline_title', { name: invitation.tenantName }),
      body: t('invitations.decline_text'),
      confirmLabel: t('invitations.decline'),
      isDanger: true,
    });
    if (!isConfirmed) return;
    await decline
      .mutateAsync({ params: { invitationId: invitation.id }, body: { status: 'Revoked' } })
      .then(onDeclined, () => undefined);
  };
  return (
    <Row justify="between" isOneLine>
      <Row gap={2}>
        <Text isStrong>{invitation.tenantName}</Text>
        <EnvironmentTag tag={invitation.tenantTag} />
      </Row>
      <Row gap={2} isOneLine>
        <Button
          variant="quiet"
          size="small"
          isLoading={decline.isPending}
          onClick={() => void askToDecline()}
        >
          {t('invitations.decline')}
        </Button>
        <Button
          variant="primary"
          size="small"
          isLoading={isPending}
          onClick={() => void join(invitation).catch(() => undefined)}
        >
          {t('invitations.join')}
        </Button>
      </Row>
    </Row>
  );
};
