import type { ApplicationDetail } from '@gatehouse/contract/applications.ts';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { bootstrap } from '../../bootstrap.ts';
import { useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';

/** What a service needs to know to get a token, and a command that gets one. */
export const Endpoints = () => {
  const t = useT();
  const { id, type } = useEntity<ApplicationDetail>();
  const issuer = `${bootstrap.tenantEndpoint}/oidc`;
  const addresses = [
    [t('applications.settings.issuer'), issuer],
    [t('applications.settings.token_endpoint'), `${issuer}/token`],
    [t('applications.settings.jwks'), `${issuer}/jwks`],
    [t('applications.settings.discovery'), `${issuer}/.well-known/openid-configuration`],
    [t('applications.settings.app_id'), id],
  ] as const;
  const command = [
    `curl ${issuer}/token \\`,
    `  -u ${id}:$SECRET \\`,
    '  -d grant_type=client_credentials \\',
    `  -d resource=${bootstrap.managementAudience} \\`,
    '  -d scope=all',
  ].join('\n');
  return (
    <FormSection
      title={t('applications.settings.endpoints_title')}
      help={t('applications.settings.endpoints_help')}
    >
      <KeyValueList items={addresses.map(([key, text]) => ({ key, value: <CopyText text={text} /> }))} />
      {type === 'MachineToMachine' && (
        <CodeBlock label={t('applications.settings.try_title')} code={command} />
      )}
    </FormSection>
  );
};
