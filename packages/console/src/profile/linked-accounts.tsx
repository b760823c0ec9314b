import { meSocial } from '@gatehouse/contract/me-social.ts';
import { Avatar } from '@gatehouse/ui/avatar.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { EntityName } from '@gatehouse/ui/entity-icon.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { type Setting, SettingList } from '@gatehouse/ui/setting-list.tsx';
import { ThemedImage } from '@gatehouse/ui/themed-image.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useRead, useWrite } from '../api.ts';
import { useTranslation } from '../phrases.tsx';
import { type Account, reloadAccount } from '../session/account.ts';
import { useLinkAccount } from './link-account.ts';
import { useGoToStep } from './step.ts';

/** The email address and the social accounts that the user signs in with. */
export const LinkedAccounts = ({ account }: { account: Account }) => {
  const { t, language } = useTranslation();
  const goToStep = useGoToStep();
  const link = useLinkAccount();
  const { data: connectors = [] } = useRead(meSocial.listConnectors, {}, { door: 'me' });
  const { primaryEmail, hasPassword } = account;

  const social = connectors.map(({ id, target, name: names, logo, logoDark }): Setting => {
    const name = names[language] ?? names.en ?? target;
    const identity = account.identities[target];
    return {
      key: id,
      icon: <ThemedImage src={logo} darkSrc={logoDark} />,
      label: name,
      value: identity ? <Identity {...identity} /> : t('profile.not_set'),
      action: identity ? (
        <UnlinkButton connectorId={id} name={name} />
      ) : (
        <Button
          size="small"
          aria-label={t('profile.link_named', { name })}
          onClick={() => {
            if (!hasPassword) return void link(id);
            goToStep('verify-password', { email: primaryEmail, action: 'linkAccount', connectorId: id });
          }}
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
            value: primaryEmail ?? t('profile.not_set'),
            action: (
              <Button
                size="small"
                aria-label={t(primaryEmail ? 'profile.change_field' : 'profile.link_named', {
                  field: t('profile.fields.email'),
                  name: t('profile.fields.email'),
                })}
                onClick={() =>
                  goToStep(hasPassword ? 'verify-password' : 'link-email', {
                    email: primaryEmail,
                    action: 'changeEmail',
                  })
                }
              >
                {t(primaryEmail ? 'profile.change' : 'profile.link')}
              </Button>
            ),
          },
          ...social,
        ]}
      />
    </FormSection>
  );
};

const UnlinkButton = ({ connectorId, name }: { connectorId: string; name: string }) => {
  const { t } = useTranslation();
  const toast = useToast();
  const confirm = useConfirm();
  const unlink = useWrite(meSocial.unlinkIdentity, { door: 'me', alertsRefusals: true });
  const askToUnlink = async () => {
    const [isConfirmed] = await confirm({
      title: t('profile.unlink_title', { name }),
      body: t('profile.unlink_text', { name }),
      confirmLabel: t('profile.unlink'),
      isDanger: true,
    });
    if (!isConfirmed) return;
    await unlink.mutateAsync({ params: { connectorId } });
    toast.success(t('profile.unlinked', { name }));
    await reloadAccount();
  };
  return (
    <Button
      size="small"
      aria-label={t('profile.unlink_named', { name })}
      onClick={() => void askToUnlink().catch(() => undefined)}
    >
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
