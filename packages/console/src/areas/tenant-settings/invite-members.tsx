import { sentInvitations, tenantRoleName } from '@gatehouse/contract/tenant-members.ts';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { memberOf, useWrite } from '../../api.ts';
import { EmailTags, validEmails } from '../../cloud/email-tags.tsx';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useMembership } from '../../session/membership.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';

const fields = z.object({ invitee: z.array(z.string()), roleName: tenantRoleName });

export const InviteMembers = ({ onClose }: { onClose: () => void }) => {
  const t = useT();
  const toast = useToast();
  const goTo = useGoTo();
  const { tenantId } = useMembership();
  const { mutateAsync: invite } = useWrite(sentInvitations.create, { door: memberOf(tenantId) });
  return (
    <FormDialog
      title={t('tenant_members.invite')}
      description={t('tenant_members.invite_text')}
      submitLabel={t('tenant_members.send_invitations')}
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
        const [sent] = await invite({ params: { tenantId }, body: { invitee: addresses, roleName } });
        toast.success(
          t(sent?.isEmailed ? 'tenant_members.invitation_sent' : 'tenant_members.invitation_made'),
        );
        onClose();
        goTo(paths.tenantInvitations());
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
          <FormField form={form} name="roleName" label={t('tenant_members.role')}>
            {field => (
              <RadioCards
                {...field}
                options={tenantRoleName.options.map(role => ({
                  value: role,
                  title: t(`tenant_members.roles.${role}`),
                  description: t(`tenant_members.role_texts.${role}`),
                }))}
              />
            )}
          </FormField>
        </>
      )}
    </FormDialog>
  );
};
