import { tenant as tenantFields, tenantSettings, tenants } from '@gatehouse/contract/tenants.ts';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { z } from 'zod';
import { memberOf, useRead, useWrite } from '../../api.ts';
import { useCurrentTenant } from '../../cloud/current-tenant.ts';
import { useRegionName } from '../../cloud/regions.tsx';
import { EnvironmentTag, PlanBadge } from '../../cloud/tenant-tags.tsx';
import { NotFound } from '../../not-found.tsx';
import { useT } from '../../phrases.tsx';
import { tenantList } from '../../session/cloud-tenants.tsx';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { FormField, FormSwitch } from '../../templates/form-field.tsx';
import { Farewell } from './farewell.tsx';
import { MoveToProduction } from './move-to-production.tsx';

const fields = z.object({ name: tenantFields.shape.name, ...tenantSettings.shape });
type Fields = z.infer<typeof fields>;

export const TenantSettings = () => {
  const { may } = useCurrentTenant();
  return may('read:data') ? <Settings /> : <NotFound />;
};

const Settings = () => {
  const { tenant, may } = useCurrentTenant();
  const { data: settings } = useRead(
    tenants.readSettings,
    { params: { tenantId: tenant.id } },
    { door: memberOf(tenant.id) },
  );
  if (!settings) return <DelayedLoading />;
  return (
    <>
      <SettingsForm saved={{ name: tenant.name, ...settings }} />
      {tenant.tag === 'development' && may('manage:tenant') && <MoveToProduction />}
      <Farewell />
    </>
  );
};

const SettingsForm = ({ saved }: { saved: Fields }) => {
  const t = useT();
  const regionNameOf = useRegionName();
  const { tenant, may } = useCurrentTenant();
  const rename = useWrite(tenants.update, { door: 'cloud' });
  const update = useWrite(tenants.updateSettings, { door: memberOf(tenant.id) });
  const confirm = useConfirm();
  const agreesToMfa = async () => {
    const [isConfirmed] = await confirm({
      title: t('tenant_settings.mfa_title'),
      body: t('tenant_settings.mfa_text'),
      confirmLabel: t('tenant_settings.mfa_action'),
    });
    return isConfirmed;
  };
  const isReadOnly = !may('manage:tenant');
  const form = useEditForm({
    schema: fields,
    values: saved,
    savedMessage: t('tenant_settings.saved'),
    save: async ({ name, isMfaRequired }) => {
      const params = { tenantId: tenant.id };
      if (isMfaRequired && !saved.isMfaRequired && !(await agreesToMfa())) throw new Error('cancelled');
      if (name !== saved.name) {
        await rename.mutateAsync({ params, body: { name } });
        tenantList.patch(tenant.id, { name });
      }
      if (isMfaRequired !== saved.isMfaRequired)
        await update.mutateAsync({ params, body: { isMfaRequired } });
    },
  });
  return (
    <EditForm form={form}>
      <FormSection title={t('tenant_settings.general')} help={t('tenant_settings.general_help')}>
        <FormField form={form} name="name" label={t('tenants.name')} disabled={isReadOnly} />
        <KeyValueList
          items={[
            { key: t('tenant_settings.id'), value: <CopyText text={tenant.id} /> },
            {
              key: t('tenants.region'),
              value: (
                <Stack gap={1}>
                  {regionNameOf(tenant.regionName)}
                  <Text size="small" tone="soft">
                    {t('tenants.region_help')}
                  </Text>
                </Stack>
              ),
            },
            { key: t('tenants.purpose'), value: <EnvironmentTag tag={tenant.tag} /> },
            ...(tenant.tag === 'production'
              ? [{ key: t('tenant_settings.plan'), value: <PlanBadge tenant={tenant} /> }]
              : []),
            { key: t('general.created'), value: <DateText value={tenant.createdAt} /> },
          ]}
        />
      </FormSection>
      <FormSection title={t('tenant_settings.security')} help={t('tenant_settings.security_help')}>
        <FormSwitch
          form={form}
          name="isMfaRequired"
          label={t('tenant_settings.mfa')}
          help={t('tenant_settings.mfa_help')}
          disabled={isReadOnly}
        />
      </FormSection>
    </EditForm>
  );
};
