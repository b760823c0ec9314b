import { applications, applicationTypes } from '@gatehouse/contract/applications.ts';
import type { LimitedArea } from '@gatehouse/contract/limited-requests.ts';
import type { RoleLimits } from '@gatehouse/contract/limited-roles.ts';
import { organizations } from '@gatehouse/contract/organizations.ts';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { send } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { ApplicationPicker } from '../../pickers/application-picker.tsx';
import { OrganizationPicker } from '../../pickers/organization-picker.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { picks } from '../../templates/assign-dialog.tsx';
import { type Form, FormField } from '../../templates/form-field.tsx';

/** The objects that a role is limited to, as the pickers hold them. */
export const limitFields = z.object({ applications: picks, organizations: picks });
type LimitValues = z.infer<typeof limitFields>;

const rows = { applications: applications.read, organizations: organizations.read };

/** Deleted objects are shown by their IDs. */
const nameOf = (area: LimitedArea, id: string) =>
  send(rows[area], { params: { id } }).then(
    ({ name }) => ({ value: id, label: name }),
    () => ({ value: id, label: id }),
  );

/** The names of the objects; undefined until they are known. */
export const useLimitValues = (limits: RoleLimits | null): LimitValues | undefined => {
  const { data } = useQuery({
    queryKey: ['role-limits', limits],
    queryFn: async () => ({
      applications: await Promise.all((limits?.applications ?? []).map(id => nameOf('applications', id))),
      organizations: await Promise.all((limits?.organizations ?? []).map(id => nameOf('organizations', id))),
    }),
    enabled: limits !== null,
  });
  return limits ? data : { applications: [], organizations: [] };
};

/** Null without a choice: the role is for all objects. */
export const limitsOf = (values: LimitValues): RoleLimits | null => {
  const idsOf = (area: LimitedArea) => values[area].map(({ value }) => value);
  const limits = { applications: idsOf('applications'), organizations: idsOf('organizations') };
  return limits.applications.length + limits.organizations.length > 0 ? limits : null;
};

/** The choice of objects, for those who can see them. */
export const LimitFields = ({ form }: { form: Form<LimitValues> }) => {
  const t = useT();
  const { mayDo } = useAbilities();
  return (
    <>
      <Text tone="soft">{t('tenant_members.own_role.limit_help')}</Text>
      <Grid minWidth="200px">
        {mayDo(applications.list) && (
          <FormField
            form={form}
            name="applications"
            label={t('tenant_members.own_role.limit_applications')}
            isOptional
          >
            {field => <ApplicationPicker {...field} types={[...applicationTypes]} />}
          </FormField>
        )}
        {mayDo(organizations.list) && (
          <FormField
            form={form}
            name="organizations"
            label={t('tenant_members.own_role.limit_organizations')}
            isOptional
          >
            {field => <OrganizationPicker {...field} />}
          </FormField>
        )}
      </Grid>
    </>
  );
};
