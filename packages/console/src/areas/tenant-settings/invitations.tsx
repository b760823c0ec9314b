import { type SentInvitation, sentInvitations } from '@gatehouse/contract/tenant-members.ts';
import { listFormat } from '@gatehouse/phrases/formatters.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import type { MenuItem } from '@gatehouse/ui/menu-props.ts';
import { Tag, type Tone } from '@gatehouse/ui/tag.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Ban, Link2, MailPlus, Send, Trash2 } from 'lucide-react';
import { memberOf, useWrite } from '../../api.ts';
import { NotFound } from '../../not-found.tsx';
import { useT, useTranslation } from '../../phrases.tsx';
import { nameOfRole } from '../../session/member-role.ts';
import { useMembership } from '../../session/membership.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { MembersHeader } from './members-header.tsx';

const tones: Readonly<Record<SentInvitation['status'], Tone>> = {
  Pending: 'accent',
  Accepted: 'success',
  Expired: 'warning',
  Revoked: 'neutral',
};

export const TenantInvitations = () => {
  const { may } = useMembership();
  return may('invite:member') ? <InvitationTable /> : <NotFound />;
};

const InvitationTable = () => {
  const { t, language } = useTranslation();
  const { tenantId } = useMembership();
  const { data, failure } = useReadOrFailure(
    sentInvitations.list,
    { params: { tenantId } },
    { door: memberOf(tenantId) },
  );
  const menuOf = useInvitationMenu();
  return (
    <>
      <MembersHeader current="invitations" />
      {data?.some(({ isEmailed, status }) => !isEmailed && status === 'Pending') && (
        <Callout>{t('tenant_members.not_emailed')}</Callout>
      )}
      <DataTable
        label={t('tenant_members.invitations')}
        rows={data}
        rowKey={({ id }) => id}
        rowName={({ invitee }) => invitee}
        rowMenu={menuOf}
        error={failure}
        empty={<EmptyState icon={<MailPlus aria-hidden />}>{t('tenant_members.no_invitations')}</EmptyState>}
        columns={[
          { id: 'invitee', header: t('tenant_members.email'), cell: ({ invitee }) => invitee },
          {
            id: 'role',
            header: t('tenant_members.role'),
            cell: ({ organizationRoles }) =>
              listFormat(language).format(organizationRoles.map(role => nameOfRole(role, t))),
          },
          {
            id: 'status',
            header: t('tenant_members.status'),
            cell: ({ status }) => <Tag tone={tones[status]}>{t(`tenant_members.statuses.${status}`)}</Tag>,
          },
          {
            id: 'inviter',
            header: t('tenant_members.inviter'),
            cell: ({ inviterName }) => inviterName,
          },
          {
            id: 'expires',
            header: t('tenant_members.expires'),
            cell: ({ expiresAt }) => <DateText value={expiresAt} />,
          },
        ]}
      />
    </>
  );
};

/** Actions on an invitation that its status allows. */
const useInvitationMenu = () => {
  const t = useT();
  const toast = useToast();
  const { tenantId } = useMembership();
  const door = memberOf(tenantId);
  const { mutate: resend } = useWrite(sentInvitations.resend, { door });
  const { mutateAsync: makeLink } = useWrite(sentInvitations.link, { door });
  const { mutate: setStatus } = useWrite(sentInvitations.setStatus, { door });
  const deletion = useDelete({
    row: sentInvitations.delete,
    door,
    words: 'tenant_members.invitation',
    params: ({ id }: { id: string; name: string }) => ({ tenantId, invitationId: id }),
  });
  return ({ id, invitee, status, isEmailed }: SentInvitation): MenuItem[] => {
    const params = { tenantId, invitationId: id };
    const say = (word: 'resent' | 'revoked') => () =>
      toast.success(t(`tenant_members.invitation.${word}`, { name: invitee }));
    // Written as it comes: a browser lets a page write to the clipboard only right after a click.
    const copyLink = async () => {
      const text = makeLink({ params }).then(({ link }) => new Blob([link], { type: 'text/plain' }));
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]).then(
        () => toast.success(t('general.copied')),
        () => undefined,
      );
    };
    const isPending = status === 'Pending';
    return [
      ...(isPending
        ? [{ label: t('tenant_members.copy_link'), icon: <Link2 />, onSelect: () => void copyLink() }]
        : []),
      ...(isEmailed && (isPending || status === 'Expired')
        ? [
            {
              label: t('tenant_members.resend'),
              icon: <Send />,
              onSelect: () => resend({ params }, { onSuccess: say('resent') }),
            },
          ]
        : []),
      isPending
        ? {
            label: t('tenant_members.revoke'),
            icon: <Ban />,
            isDanger: true,
            onSelect: () => setStatus({ params, body: { status: 'Revoked' } }, { onSuccess: say('revoked') }),
          }
        : {
            label: deletion.label,
            icon: <Trash2 />,
            isDanger: true,
            onSelect: () => void deletion.start({ id, name: invitee }),
          },
    ];
  };
};
