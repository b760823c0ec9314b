import {
  type InvitationStatus,
  type OrganizationInvitation,
  organizationInvitations,
} from '@gatehouse/contract/organization-invitations.ts';
import { Card } from '@gatehouse/ui/card.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { Pagination } from '@gatehouse/ui/pagination.tsx';
import { Tag, type Tone } from '@gatehouse/ui/tag.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { CircleSlash, Send } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { deletionItem } from '../../templates/menu-items.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { HeldRoles } from './held-roles.tsx';

const tones: Readonly<Record<InvitationStatus, Tone>> = {
  Pending: 'accent',
  Accepted: 'success',
  Expired: 'warning',
  Revoked: 'neutral',
};
const pageSize = 10;

type Named = OrganizationInvitation & { name: string };

/** The pending invitations. Renders nothing if there are none. */
export const Invitations = ({ organizationId }: { organizationId: string }) => {
  const t = useT();
  const [page, setPage] = useState(1);
  const { data, failure } = useReadOrFailure(
    organizationInvitations.list,
    { query: { organizationId }, page, pageSize },
    { keepPrevious: true },
  );
  const [invitations, total = 0] = data ?? [];
  const act = useInvitationActions();
  const deletion = useDelete({
    row: organizationInvitations.delete,
    words: 'organizations.invitations',
    params: ({ id }: Named) => ({ id }),
  });
  if (total === 0 && !failure) return null;
  return (
    <>
      <Card title={t('organizations.invitations.title')} hasPadding={false}>
        <DataTable
          label={t('organizations.invitations.title')}
          rows={invitations?.map((invitation): Named => ({ ...invitation, name: invitation.invitee }))}
          error={failure}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          rowMenu={invitation => [
            ...(invitation.status === 'Pending'
              ? [
                  {
                    label: t('organizations.invitations.resend'),
                    icon: <Send />,
                    onSelect: () => void act.resend(invitation),
                  },
                  {
                    label: t('organizations.invitations.revoke'),
                    icon: <CircleSlash />,
                    onSelect: () => void act.revoke(invitation),
                  },
                ]
              : []),
            deletionItem(deletion, invitation),
          ]}
          columns={[
            { id: 'name', header: t('organizations.invitations.invitee'), cell: ({ name }) => name },
            {
              id: 'status',
              header: t('organizations.invitations.status'),
              cell: ({ status }) => (
                <Tag tone={tones[status]}>{t(`organizations.invitations.statuses.${status}`)}</Tag>
              ),
            },
            {
              id: 'roles',
              header: t('organizations.roles.title'),
              cell: ({ organizationRoles }) => <HeldRoles roles={organizationRoles} />,
            },
            {
              id: 'expires',
              header: t('organizations.invitations.expires'),
              cell: ({ expiresAt }) => <DateText value={expiresAt} />,
            },
          ]}
        />
      </Card>
      <Pagination page={page} pageSize={pageSize} totalCount={total} onChange={setPage} />
    </>
  );
};

const useInvitationActions = () => {
  const t = useT();
  const toast = useToast();
  const { mutateAsync: sendMessage } = useWrite(organizationInvitations.sendMessage);
  const { mutateAsync: setStatus } = useWrite(organizationInvitations.setStatus);
  const tell = (work: Promise<unknown>, message: string) =>
    work.then(
      () => toast.success(message),
      () => undefined,
    );
  return {
    resend: ({ id, invitee: name }: OrganizationInvitation) =>
      tell(sendMessage({ params: { id }, body: {} }), t('organizations.invitations.resent', { name })),
    revoke: ({ id, invitee: name }: OrganizationInvitation) =>
      tell(
        setStatus({ params: { id }, body: { status: 'Revoked' } }),
        t('organizations.invitations.revoked', { name }),
      ),
  };
};
