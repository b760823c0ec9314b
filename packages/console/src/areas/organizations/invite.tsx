import { dayMs } from '@gatehouse/contract/duration.ts';
import { clearableUrl } from '@gatehouse/contract/fields.ts';
import { organizationInvitations } from '@gatehouse/contract/organization-invitations.ts';
import { isEmail } from '@gatehouse/contract/patterns.ts';
import { NumberInput } from '@gatehouse/ui/number-input.tsx';
import { TagInput } from '@gatehouse/ui/tag-input.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { OrganizationRolePicker } from '../../pickers/organization-role-picker.tsx';
import { describeFailure } from '../../session/report-errors.tsx';
import { picks } from '../../templates/assign-dialog.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField, FormSwitch } from '../../templates/form-field.tsx';

const inviteFields = z.object({
  emails: z
    .array(z.string())
    .min(1)
    .refine(emails => emails.every(isEmail), { error: 'user.invalid_email' }),
  roles: picks,
  days: z.number().int().min(1).max(365),
  isSent: z.boolean(),
  link: clearableUrl,
});

type InviteProps = { organizationId: string; name: string; onClose: () => void };

/** Asks people to join. Addresses that failed stay in the field, with the reason. */
export const Invite = ({ organizationId, name, onClose }: InviteProps) => {
  const t = useT();
  const toast = useToast();
  const create = useWrite(organizationInvitations.create, { hideErrors: true });
  return (
    <FormDialog
      title={t('organizations.invitations.invite_title', { name })}
      description={t('organizations.invitations.invite_text')}
      submitLabel={t('organizations.invitations.invite')}
      schema={inviteFields}
      defaultValues={{ emails: [], roles: [], days: 7, isSent: true, link: '' }}
      onClose={onClose}
      submit={async ({ emails, roles, days, isSent, link }, form) => {
        const failures: { invitee: string; reason: string }[] = [];
        for (const invitee of emails) {
          await create
            .mutateAsync({
              body: {
                organizationId,
                invitee,
                expiresAt: Date.now() + days * dayMs,
                organizationRoleIds: roles.map(({ value }) => value),
                messagePayload: isSent && (link ? { link } : {}),
              },
            })
            .catch((error: Error) => {
              failures.push({ invitee, reason: `${invitee}: ${describeFailure(error, t)}` });
            });
        }
        const count = emails.length - failures.length;
        if (count > 0) toast.success(t('organizations.invitations.invited', { count }));
        if (failures.length === 0) return onClose();
        form.setValue(
          'emails',
          failures.map(({ invitee }) => invitee),
        );
        form.setError('emails', { message: failures.map(({ reason }) => reason).join(' ') });
      }}
    >
      {form => (
        <>
          <FormField
            form={form}
            name="emails"
            label={t('organizations.invitations.emails')}
            help={t('organizations.invitations.emails_help')}
          >
            {field => <TagInput {...field} isValid={isEmail} />}
          </FormField>
          <FormField form={form} name="roles" label={t('organizations.roles.title')} isOptional>
            {field => <OrganizationRolePicker {...field} type="User" />}
          </FormField>
          <FormField form={form} name="days" label={t('organizations.invitations.days')}>
            {field => <NumberInput {...field} />}
          </FormField>
          <FormSwitch
            form={form}
            name="isSent"
            label={t('organizations.invitations.send')}
            help={t('organizations.invitations.send_help')}
          />
          {form.watch('isSent') && (
            <FormField
              form={form}
              name="link"
              label={t('organizations.invitations.link')}
              help={t('organizations.invitations.link_help')}
              placeholder={t('organizations.invitations.link_placeholder')}
              inputMode="url"
              isOptional
            />
          )}
        </>
      )}
    </FormDialog>
  );
};
