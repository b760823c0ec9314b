import { type SentInvitation, sentInvitations } from '@gatehouse/contract/tenant-members.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useState } from 'react';
import { z } from 'zod';
import { memberOf, useWrite } from '../../api.ts';
import { EmailTags, validEmails } from '../../cloud/email-tags.tsx';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useMembership } from '../../session/membership.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { type InvitationLink, InvitationLinks } from './invitation-links.tsx';
import { RoleChoice } from './role-choice.tsx';

const fields = z.object({ invitee: z.array(z.string()), roleName: z.string() });

type InviteMembersProps = {
  /** No email can be sent: the inviter gets the links. */
  isByLink: boolean;
  onClose: () => void;
};

export const InviteMembers = ({ isByLink, onClose }: InviteMembersProps) => {
  const t = useT();
  const toast = useToast();
  const goTo = useGoTo();
  const { tenantId } = useMembership();
  const door = memberOf(tenantId);
  const { mutateAsync: invite } = useWrite(sentInvitations.create, { door });
  const { mutateAsync: makeLink } = useWrite(sentInvitations.link, { door });
  const [links, setLinks] = useState<InvitationLink[]>();
  const close = () => {
    onClose();
    goTo(paths.tenantInvitations());
  };
  if (links) return <InvitationLinks links={links} onClose={close} />;
  return (
    <FormDialog
      title={t('tenant_members.invite')}
      description={t(isByLink ? 'tenant_members.invite_by_link' : 'tenant_members.invite_text')}
      submitLabel={t(isByLink ? 'tenant_members.create_links' : 'tenant_members.send_invitations')}
      schema={fields}
      staysOnPage
      limit={() => ({ feature: 'tenantMembersLimit' })}
      defaultValues={{ invitee: [], roleName: 'collaborator' }}
      onClose={onClose}
      submit={async ({ invitee, roleName }, form) => {
        const addresses = validEmails(invitee);
        if (addresses.length === 0) {
          form.setError('invitee', { message: t('tenant_members.errors.no_email') });
          return;
        }
        const sent = await invite({ params: { tenantId }, body: { invitee: addresses, roleName } });
        if (sent.every(({ isEmailed }) => isEmailed)) {
          toast.success(t('tenant_members.invitation_sent'));
          return close();
        }
        const linkOf = async ({ id, invitee }: SentInvitation) => {
          const { link } = await makeLink({ params: { tenantId, invitationId: id } });
          return { invitee, link };
        };
        // The invitations are there already; their links can also be copied from the list.
        await Promise.all(sent.map(linkOf)).then(setLinks, close);
      }}
    >
      {form => (
        <>
          <EmailTags
            label={t('tenant_members.emails')}
            help={t('tenant_members.emails_help')}
            value={form.watch('invitee')}
            onChange={value => {
              form.clearErrors('invitee');
              form.setValue('invitee', value, { shouldDirty: true });
            }}
            error={form.formState.errors.invitee?.message}
          />
          <RoleChoice form={form} name="roleName" />
        </>
      )}
    </FormDialog>
  );
};
