import { dayMs } from '@gatehouse/contract/duration.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { useT } from '../../phrases.tsx';

/** Enough time to get a new certificate from another company. */
const warnedAheadMs = 30 * dayMs;

type IdentityProviderFactsProps = { entityId: string; signInEndpoint: string; certificateExpiresAt: number };

/** Details from a SAML provider's metadata, with a warning before its certificate expires. */
export const IdentityProviderFacts = (props: IdentityProviderFactsProps) => {
  const { entityId, signInEndpoint, certificateExpiresAt } = props;
  const t = useT();
  const left = certificateExpiresAt - Date.now();
  return (
    <>
      {left < warnedAheadMs && (
        <Callout
          tone={left > 0 ? 'warning' : 'danger'}
          title={t(left > 0 ? 'enterprise_sso.saml.expires_soon' : 'enterprise_sso.saml.expired')}
        >
          {t('enterprise_sso.saml.expiry_help')}
        </Callout>
      )}
      <KeyValueList
        items={[
          { key: t('enterprise_sso.saml.entity_id'), value: <CopyText text={entityId} /> },
          { key: t('enterprise_sso.saml.sign_in_endpoint'), value: <CopyText text={signInEndpoint} /> },
          { key: t('enterprise_sso.saml.valid_until'), value: <DateText value={certificateExpiresAt} /> },
        ]}
      />
    </>
  );
};
