import type { ApplicationDetail } from '@gatehouse/contract/applications.ts';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { useT } from '../../phrases.tsx';
import { tenantAudience } from '../../session/tenant.ts';
import { useEntity } from '../../templates/entity-detail.tsx';
import { oidcAddresses } from './endpoint-addresses.ts';

/** The endpoints a service needs to get a token, and a command that gets one. */
export const Endpoints = () => {
  const t = useT();
  const { id, type } = useEntity<ApplicationDetail>();
  const { issuer, authorization, token, userinfo, endSession, jwks, discovery } = oidcAddresses();
  const isMachine = type === 'MachineToMachine';
  const addresses = [
    [t('applications.settings.app_id'), id],
    [t('applications.settings.issuer'), issuer],
    ...(isMachine
      ? []
      : [
          [t('applications.settings.authorization_endpoint'), authorization] as const,
          [t('applications.settings.userinfo_endpoint'), userinfo] as const,
          [t('applications.settings.end_session_endpoint'), endSession] as const,
        ]),
    [t('applications.settings.token_endpoint'), token],
    [t('applications.settings.jwks'), jwks],
    [t('applications.settings.discovery'), discovery],
  ] as const;
  const command = [
    `curl ${token} \\`,
    `  -u ${id}:$SECRET \\`,
    '  -d grant_type=client_credentials \\',
    `  -d resource=${tenantAudience()} \\`,
    '  -d scope=all',
  ].join('\n');
  return (
    <FormSection
      title={t('applications.settings.endpoints_title')}
      help={t('applications.settings.endpoints_help')}
    >
      <KeyValueList items={addresses.map(([key, text]) => ({ key, value: <CopyText text={text} /> }))} />
      {isMachine && <CodeBlock label={t('applications.settings.try_title')} code={command} />}
    </FormSection>
  );
};
