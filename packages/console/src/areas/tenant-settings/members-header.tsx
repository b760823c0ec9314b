import { sentInvitations } from '@gatehouse/contract/tenant-members.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { PageTabs } from '@gatehouse/ui/page-header.tsx';
import { UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { memberOf, useRead } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useMembership } from '../../session/membership.tsx';
import { useKey } from '../../use-key.ts';
import { InviteMembers } from './invite-members.tsx';

type MembersHeaderProps = {
  current: 'members' | 'invitations' | 'roles';
  /** The main action, if it is not to invite members. */
  action?: ReactNode;
};

/** Members, invitations and roles beside each other. */
export const MembersHeader = ({ current, action }: MembersHeaderProps) => {
  const t = useT();
  const { tenantId, may } = useMembership();
  const [isInviting, setIsInviting] = useState(false);
  const mayInvite = may('invite:member');
  const { data: service } = useRead(
    sentInvitations.readService,
    { params: { tenantId } },
    { door: memberOf(tenantId), enabled: mayInvite },
  );
  useKey('n', () => mayInvite && !action && setIsInviting(true));
  return (
    <>
      <Row justify="between">
        <PageTabs
          label={t('tenant_settings.tabs.members')}
          tabs={[
            {
              href: paths.tenantSettings('members'),
              label: t('tenant_members.title'),
              isCurrent: current === 'members',
            },
            ...(mayInvite
              ? [
                  {
                    href: paths.tenantInvitations(),
                    label: t('tenant_members.invitations'),
                    isCurrent: current === 'invitations',
                  },
                ]
              : []),
            {
              href: paths.memberRoles(),
              label: t('tenant_members.own_role.title'),
              isCurrent: current === 'roles',
            },
          ]}
        />
        {action}
        {mayInvite && !action && (
          <Button variant="primary" icon={<UserPlus />} kbd="N" onClick={() => setIsInviting(true)}>
            {t('tenant_members.invite')}
          </Button>
        )}
      </Row>
      {isInviting && service && (
        <InviteMembers isByLink={!service.isEmailed} onClose={() => setIsInviting(false)} />
      )}
    </>
  );
};
