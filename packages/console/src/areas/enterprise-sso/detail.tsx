import { signInExperienceRows } from '@gatehouse/contract/sign-in-experience.ts';
import { ssoConnectors } from '@gatehouse/contract/sso-connectors.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { ThemedImage } from '@gatehouse/ui/themed-image.tsx';
import { useLocation } from '@tanstack/react-router';
import { useRead } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { EntityDetail } from '../../templates/entity-detail.tsx';
import { enterpriseSsoAddresses } from './addresses.ts';
import { useDeleteEnterpriseSso } from './delete.ts';
import { EnterpriseSsoStatus } from './status.tsx';

export const EnterpriseSsoDetail = () => {
  const t = useT();
  const { pathname } = useLocation();
  const deletion = useDeleteEnterpriseSso();
  const { data: signIn } = useRead(signInExperienceRows.read, {}, { hideErrors: true });
  return (
    <EntityDetail
      row={ssoConnectors.read}
      words="enterprise_sso"
      nameOf={({ connectorName }) => connectorName}
      listHref={paths.enterpriseSsoList()}
      tabs={enterpriseSsoAddresses.at.enterpriseSso.tabs}
      tabHref={paths.enterpriseSso}
      historyKind="sso-connector"
      deletion={deletion}
      page={connector => ({
        icon: <ThemedImage src={connector.providerLogo} darkSrc={connector.providerLogoDark} />,
        tags: (
          <>
            <Tag>{connector.name}</Tag>
            <EnterpriseSsoStatus connector={connector} />
          </>
        ),
        tabs: enterpriseSsoAddresses.at.enterpriseSso.tabs.filter(
          tab => tab !== 'idp-initiated-auth' || connector.providerType === 'saml',
        ),
        // The setup ends with turning it on.
        notice: signIn?.singleSignOnEnabled === false && !pathname.endsWith('/set-up') && (
          <Callout
            tone="warning"
            action={
              <Button size="small" href={paths.area('sign-in-experience/sign-up-and-sign-in')}>
                {t('enterprise_sso.open_sign_in_experience')}
              </Button>
            }
          >
            {t('enterprise_sso.turned_off')}
          </Callout>
        ),
      })}
    />
  );
};
