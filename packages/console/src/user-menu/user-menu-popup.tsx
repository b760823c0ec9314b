import { type Density, densities } from '@gatehouse/contract/preferences.ts';
import { type Language, languages } from '@gatehouse/phrases/languages.ts';
import type { Appearance } from '@gatehouse/ui/appearance.ts';
import { Avatar } from '@gatehouse/ui/avatar.tsx';
import { EntityName } from '@gatehouse/ui/entity-icon.tsx';
import { MenuPopup } from '@gatehouse/ui/menu-popup.tsx';
import type { TriggerProps } from '@gatehouse/ui/menu-props.ts';
import { Languages, LogOut, Rows3, SunMoon, UserRound } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { paths } from '../paths.ts';
import { useTranslation } from '../phrases.tsx';
import { shownNameOf, useAccount } from '../session/account.ts';
import { signOut } from '../session/client.ts';
import { usePreferences } from '../session/preferences.tsx';
import { nativeNameOf } from './native-name.ts';

/** The signed-in user, with language, appearance and sign-out. */
export const UserMenuPopup = ({ trigger }: { trigger: ReactElement<TriggerProps> }) => {
  const { t, language } = useTranslation();
  const { data: account } = useAccount();
  const { appearance, setAppearance, density, setDensity, setLanguage } = usePreferences();
  const [isLeaving, setIsLeaving] = useState(false);
  const name = account && shownNameOf(account);

  const leave = async () => {
    setIsLeaving(true);
    await signOut();
  };

  return (
    <MenuPopup
      trigger={trigger}
      items={[
        {
          kind: 'content',
          content: (
            <EntityName
              icon={<Avatar name={name} src={account?.avatar} size={34} />}
              name={name ?? ''}
              detail={[account?.primaryEmail, account?.username].find(line => line && line !== name)}
            />
          ),
        },
        { kind: 'separator' },
        {
          kind: 'link',
          label: t('shell.profile'),
          icon: <UserRound />,
          href: paths.profile(),
          target: '_blank',
        },
        {
          kind: 'choice',
          label: t('shell.language'),
          icon: <Languages />,
          value: language,
          options: languages.map(value => ({ value, label: nativeNameOf(value) })),
          onChange: value => setLanguage(value as Language),
        },
        {
          kind: 'choice',
          label: t('shell.appearance'),
          icon: <SunMoon />,
          value: appearance,
          options: (['system', 'light', 'dark'] as const).map(value => ({
            value,
            label: t(`shell.appearance_${value}`),
          })),
          onChange: value => setAppearance(value as Appearance),
        },
        {
          kind: 'choice',
          label: t('shell.density'),
          icon: <Rows3 />,
          value: density,
          options: densities.map(value => ({ value, label: t(`shell.density_${value}`) })),
          onChange: value => setDensity(value as Density),
        },
        { kind: 'separator' },
        {
          label: t('shell.sign_out'),
          icon: <LogOut />,
          onSelect: () => void leave(),
          isLoading: isLeaving,
          keepsOpen: true,
        },
      ]}
    />
  );
};
