import type { User } from '@gatehouse/contract/users.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { SettingList } from '@gatehouse/ui/setting-list.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { useSocialName } from './social-name.ts';

/** The social and enterprise accounts of the user. */
export const Identities = () => {
  const t = useT();
  const { id, identities, ssoIdentities = [] } = useEntity<User>();
  const nameOf = useSocialName();
  const settings = [
    ...Object.entries(identities).map(([target, identity]) => ({
      key: `social-${target}`,
      label: nameOf(target),
      account: identity.userId,
      href: paths.socialIdentity(id, target),
    })),
    ...ssoIdentities.map(({ ssoConnectorId, issuer, identityId }) => ({
      key: `sso-${ssoConnectorId}`,
      label: issuer,
      account: identityId,
      href: paths.ssoIdentity(id, ssoConnectorId),
    })),
  ];
  return (
    <FormSection title={t('users.identities.title')} help={t('users.identities.help')}>
      {settings.length === 0 && <Text tone="soft">{t('users.identities.empty')}</Text>}
      <SettingList
        settings={settings.map(({ key, label, account, href }) => ({
          key,
          label,
          value: <Text isMono>{account}</Text>,
          action: <Button href={href}>{t('users.identities.open')}</Button>,
        }))}
      />
    </FormSection>
  );
};
