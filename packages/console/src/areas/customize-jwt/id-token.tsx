import {
  defaultExtendedClaims,
  extendedClaims,
  type IdTokenConfig,
  oidcConfigs,
} from '@gatehouse/contract/oidc-configs.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { HistoryButton } from '../../history/history.tsx';
import { useT } from '../../phrases.tsx';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { FormChoices } from '../../templates/form-choices.tsx';
import { FormSwitch } from '../../templates/form-field.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';

/** Claims added to ID tokens in addition to the basic user claims. */
export const IdTokenClaims = () => {
  const { data, failure } = useReadOrFailure(oidcConfigs.readIdToken, {});
  return failure ?? (data && <ClaimsForm config={data} />);
};

const claimFields = z.object({ claims: z.array(z.enum(extendedClaims)), standardClaims: z.boolean() });

const ClaimsForm = ({ config }: { config: IdTokenConfig }) => {
  const t = useT();
  const { mutateAsync: replace } = useWrite(oidcConfigs.replaceIdToken);
  const form = useEditForm({
    schema: claimFields,
    values: {
      claims: config.enabledExtendedClaims ?? [...defaultExtendedClaims],
      standardClaims: config.standardClaims ?? false,
    },
    savedMessage: t('customize_jwt.id_token.saved'),
    save: ({ claims, standardClaims }) =>
      replace({ body: { enabledExtendedClaims: claims, standardClaims } }),
  });
  return (
    <EditForm form={form}>
      <FormSection title={t('customize_jwt.id_token.title')} help={t('customize_jwt.id_token.help')}>
        <FormChoices
          form={form}
          name="claims"
          label={t('customize_jwt.id_token.claims')}
          choices={extendedClaims.map(value => ({
            value,
            label: t(`customize_jwt.id_token.names.${value}`),
            help: value,
          }))}
        />
        <FormSwitch
          form={form}
          name="standardClaims"
          label={t('customize_jwt.id_token.standard')}
          help={t('customize_jwt.id_token.standard_help')}
        />
        <div>
          <HistoryButton kinds={['id-token']} id="idToken" />
        </div>
      </FormSection>
    </EditForm>
  );
};
