import type { SsoConnectorWithProvider } from '@gatehouse/contract/sso-connectors.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { PasswordInput } from '@gatehouse/ui/password-input.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { TextArea } from '@gatehouse/ui/text-area.tsx';
import { useCopy } from '@gatehouse/ui/use-copy.ts';
import { Check, Copy } from 'lucide-react';
import { useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { type Form, FormField } from '../../templates/form-field.tsx';
import { issuerPlaceholders } from './issuer-placeholders.ts';
import { OwnFacts, useOwnFacts } from './own-facts.tsx';
import type { SetUpValues } from './set-up-form.ts';

/** Our values, and where they belong at this provider. */
export const CopyStep = () => {
  const t = useT();
  const { providerName } = useEntity<SsoConnectorWithProvider>();
  const facts = useOwnFacts();
  const [first] = facts;
  const clipboard = useCopy(facts.map(({ key, text }) => `${key}: ${text}`).join('\n'));
  return (
    <Card title={t('enterprise_sso.setup.copy')}>
      {facts.length > 1 ? (
        <>
          <OwnFacts />
          <Row>
            <Button icon={clipboard.isCopied ? <Check /> : <Copy />} onClick={() => void clipboard.copy()}>
              {t('enterprise_sso.setup.copy_all')}
            </Button>
          </Row>
        </>
      ) : (
        first && (
          <Stack gap={1}>
            <Text isStrong>{first.key}</Text>
            <CopyText isBoxed text={first.text} />
          </Stack>
        )
      )}
      <Text isBlock tone="soft">
        {t(`enterprise_sso.steps.${providerName}`)}
      </Text>
    </Card>
  );
};

export const PasteStep = ({ form }: { form: Form<SetUpValues> }) => {
  const t = useT();
  const { providerName, providerType } = useEntity<SsoConnectorWithProvider>();
  return (
    <Card title={t('enterprise_sso.setup.paste')}>
      {providerType === 'saml' ? (
        <FormField
          form={form}
          name="metadata"
          label={t('enterprise_sso.setup.metadata')}
          help={t('enterprise_sso.setup.metadata_help')}
        >
          {field => <TextArea {...field} isMono rows={4} />}
        </FormField>
      ) : (
        <>
          <FormField form={form} name="clientId" label={t('enterprise_sso.oidc.client_id')} isMono />
          <FormField form={form} name="clientSecret" label={t('enterprise_sso.oidc.client_secret')}>
            {field => <PasswordInput {...field} autoComplete="off" />}
          </FormField>
          {providerName !== 'GoogleWorkspace' && (
            <FormField
              form={form}
              name="issuer"
              label={t('enterprise_sso.oidc.issuer')}
              help={t('enterprise_sso.oidc.issuer_help')}
              placeholder={issuerPlaceholders[providerName]}
              inputMode="url"
              isMono
            />
          )}
        </>
      )}
    </Card>
  );
};
