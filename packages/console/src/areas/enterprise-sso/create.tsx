import { ssoConnector, ssoConnectors } from '@gatehouse/contract/sso-connectors.ts';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { ThemedImage } from '@gatehouse/ui/themed-image.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useAddressQuery, useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';

const connectorFields = z.object({
  providerName: ssoConnector.shape.providerName,
  connectorName: ssoConnector.shape.connectorName,
});

export const CreateEnterpriseSso = () => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const [address] = useAddressQuery();
  const asked = ssoConnector.shape.providerName.safeParse(address.get('provider'));
  const { data: providers = [], failure } = useReadOrFailure(ssoConnectors.listProviders, {});
  const create = useWrite(ssoConnectors.create);
  return (
    <FormDialog<z.infer<typeof connectorFields>>
      title={t('enterprise_sso.create')}
      description={t('enterprise_sso.create_text')}
      submitLabel={t('enterprise_sso.create')}
      size="large"
      schema={connectorFields}
      limit={() => ({ feature: 'enterpriseSsoLimit' })}
      defaultValues={{ providerName: asked.data ?? 'OIDC', connectorName: '' }}
      onClose={() => goTo(paths.enterpriseSsoList())}
      submit={async body => {
        const { id, connectorName } = await create.mutateAsync({ body });
        toast.success(t('enterprise_sso.created', { name: connectorName }));
        goTo(paths.enterpriseSso(id, 'set-up'));
      }}
    >
      {form => (
        <>
          <FormField form={form} name="providerName" label={t('enterprise_sso.provider')}>
            {field =>
              failure ?? (
                <RadioCards
                  {...field}
                  options={providers.map(({ providerName, name, description, logo, logoDark }) => ({
                    value: providerName,
                    title: name,
                    description,
                    icon: <ThemedImage src={logo} darkSrc={logoDark} />,
                  }))}
                />
              )
            }
          </FormField>
          <FormField
            form={form}
            name="connectorName"
            label={t('general.name')}
            help={t('enterprise_sso.name_help')}
            placeholder={t('enterprise_sso.name_placeholder')}
          />
        </>
      )}
    </FormDialog>
  );
};
