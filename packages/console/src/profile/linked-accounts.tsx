import { meSocial } from '@gatehouse/contract/me-social.ts';
import { Avatar } from '@gatehouse/ui/avatar.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { EntityName } from '@gatehouse/ui/entity-icon.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { type Setting, SettingList } from '@gatehouse/ui/setting-list.tsx';
import { ThemedImage } from '@gatehouse/ui/themed-image.tsx';
import { useRead } from '../api.ts';
import { useTranslation } from '../phrases.tsx';
import type { Account } from '../session/account.ts';
import { useBeginChange } from './begin-change.ts';
import { useLinkedNotice } from './link-account.ts';

/** The email address and the social accounts that the user signs in with. */
export const LinkedAccounts = ({ account }: { account: Account }) => {
  const { t, language } = useTranslation();
  const begin = useBeginChange();
  useLinkedNotice();
  const { data: connectors = [] } = useRead(meSocial.listConnectors, {}, { door: 'me' });
  const { primaryEmail: email } = account;

  const social = connectors.map(({ id, target, name: names, logo, logoDark }): Setting => {
    const name = names[language] ?? names.en ?? target;
    const identity = account.identities[target];
    return {
      key: id,
      icon: <ThemedImage src={logo} darkSrc={logoDark} />,
      label: name,
      value: identity ? <Identity {...identity} /> : t('profile.not_set'),
      action: identity ? (
        <UnlinkButton
          name={name}
          onConfirm={() => begin({ email, action: 'unlinkAccount', connectorId: id, connectorName: name })}
        />
      ) : (
        <Button
          size="small"
          aria-label={t('profile.link_named', { name })}
          onClick={() => begin({ email, action: 'linkAccount', connectorId: id })}
        >
          {t('profile.link')}
        </Button>
      ),
    };
  });

  return (
    <FormSection title={t('profile.link_account')} help={t('profile.link_account_text')}>
      <SettingList
        settings={[
          {
            key: 'email',
            label: t('profile.email'),
            value: email ?? t('profile.not_set'),
            action: (
              <Button
                size="small"
                aria-label={t(email ? 'profile.change_field' : 'profile.link_named', {
                  field: t('profile.fields.email'),
                  name: t('profile.fields.email'),
                })}
                onClick={() => begin({ email, action: 'changeEmail' })}
              >
                {t(email ? 'profile.change' : 'profile.link')}
              </Button>
            ),
          },
          ...social,
        ]}
      />
    </FormSection>
  );
};

const UnlinkButton = ({ name, onConfirm }: { name: string; onConfirm: () => void }) => {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const ask = async () => {
    const [isConfirmed] = await confirm({
      title: t('profile.unlink_title', { name }),
      body: t('profile.unlink_text', { name }),
      confirmLabel: t('profile.unlink'),
      isDanger: true,
    });
    if (isConfirmed) onConfirm();
  };
  return (
    <Button size="small" aria-label={t('profile.unlink_named', { name })} onClick={() => void ask()}>
      {t('profile.unlink')}
    </Button>
  );
};

/** Providers tell different things of a person; the first that is known names them. */
const Identity = ({ userId, details = {} }: Account['identities'][string]) => {
  const known = (...names: string[]) =>
    names.map(name => details[name]).find(value => typeof value === 'string' && value !== '');
  const name = String(known('name', 'email', 'username') ?? userId);
  const email = known('email');
  const picture = known('avatar', 'picture');
  return (
    <EntityName
      icon={<Avatar name={name} src={picture === undefined ? undefined : String(picture)} />}
      name={name}
      detail={email === name ? undefined : (email as string | undefined)}
    />
  );
};
