import { createTenantForm, newTenant } from '@gatehouse/contract/tenants.ts';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { useState } from 'react';
import { useT } from '../phrases.tsx';
import { FormDialog } from '../templates/form-dialog.tsx';
import { FormField } from '../templates/form-field.tsx';
import { type NewTenant, useCreateTenant } from './create-tenant-request.ts';
import { useOpenTenant } from './open-tenant.ts';
import { PlanSelection } from './plan-selection.tsx';
import { useRegionCards } from './regions.tsx';
import { creationPage } from './tenant-creation.ts';

/** Asks for name, region and purpose; for a production tenant, the plan follows. */
export const CreateTenant = ({ onClose }: { onClose: () => void }) => {
  const t = useT();
  const createTenant = useCreateTenant();
  const openTenant = useOpenTenant();
  const [planned, setPlanned] = useState<NewTenant>();
  const regions = useRegionCards();

  const create = async (tenant: NewTenant) => {
    const { id } = await createTenant(tenant);
    onClose();
    openTenant(id);
  };
  return (
    <>
      {planned && (
        <PlanSelection
          checkout={{
            tenantName: planned.name,
            tenantTag: planned.tag,
            tenantRegionName: planned.regionName,
            cancelPage: creationPage(),
          }}
          onFree={() => create(planned)}
          onClose={() => setPlanned(undefined)}
        />
      )}
      <FormDialog
        isOpen={!planned}
        staysOnPage
        title={t('tenants.create')}
        description={t('tenants.create_text')}
        submitLabel={t('tenants.create')}
        schema={createTenantForm}
        defaultValues={newTenant}
        onClose={onClose}
        submit={async values => (values.tag === 'production' ? setPlanned(values) : create(values))}
      >
        {form => (
          <>
            <FormField form={form} name="name" label={t('tenants.name')} />
            <FormField
              form={form}
              name="regionName"
              label={t('tenants.region')}
              help={t('tenants.region_help')}
            >
              {field => <RadioCards {...field} options={regions} minWidth="160px" />}
            </FormField>
            <FormField form={form} name="tag" label={t('tenants.purpose')}>
              {field => (
                <RadioCards
                  {...field}
                  options={(['development', 'production'] as const).map(tag => ({
                    value: tag,
                    title: t(`tenants.tags.${tag}`),
                    description: t(`tenants.purposes.${tag}`),
                  }))}
                />
              )}
            </FormField>
          </>
        )}
      </FormDialog>
    </>
  );
};
