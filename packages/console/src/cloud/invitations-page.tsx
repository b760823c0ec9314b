import { Button } from '@gatehouse/ui/button.tsx';
import { Divider } from '@gatehouse/ui/divider.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useRef } from 'react';
import { isCloud } from '../bootstrap.ts';
import { useGoTo } from '../link.tsx';
import { useT } from '../phrases.tsx';
import { BarePage } from './bare-page.tsx';
import { useOnboarding } from './onboarding-state.ts';
import { EnvironmentTag } from './tenant-tags.tsx';
import { type Invitation, useAnswer } from './use-answer.ts';

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
          // A removed row takes its buttons with it. Keyboard focus moves here.
          <InvitationLine
            key={invitation.id}
            invitation={invitation}
            onAnswered={() => lines.current?.focus()}
          />
        ))}
      </Stack>
    </div>
  );
};

const InvitationLine = ({ invitation, onAnswered }: { invitation: Invitation; onAnswered: () => void }) => {
  const t = useT();
  const { tenantName, tenantTag, inviterName } = invitation;
  const { accept, decline, isAccepting, isDeclining } = useAnswer(invitation, onAnswered);
  return (
    <Row justify="between" isOneLine>
      <Stack gap={1}>
        <Row gap={2}>
          <Text isStrong>{tenantName}</Text>
          {isCloud && <EnvironmentTag tag={tenantTag} />}
        </Row>
        {inviterName && <Text tone="soft">{t('invitations.from', { name: inviterName })}</Text>}
      </Stack>
      <Row gap={2} isOneLine>
        <Button variant="quiet" size="small" isLoading={isDeclining} onClick={decline}>
          {t('invitations.decline')}
        </Button>
        <Button variant="primary" size="small" isLoading={isAccepting} onClick={accept}>
          {t('invitations.join')}
        </Button>
      </Row>
    </Row>
  );
};
