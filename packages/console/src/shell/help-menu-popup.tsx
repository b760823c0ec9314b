import type { Translate } from '@gatehouse/phrases/translate.ts';
import { MenuPopup } from '@gatehouse/ui/menu-popup.tsx';
import type { MenuItem, TriggerProps } from '@gatehouse/ui/menu-props.ts';
import { BookOpen, CodeXml, Keyboard, LifeBuoy, Scale, ShieldCheck, Sparkles } from 'lucide-react';
import type { ReactElement } from 'react';
import { bootstrap, isCloud } from '../bootstrap.ts';
import { canBeReached } from '../contact.ts';
import { type Key, useT } from '../phrases.tsx';
import { apiReference } from '../session/tenant.ts';

type HelpMenuPopupProps = {
  trigger: ReactElement<TriggerProps>;
  docs: string;
  onShortcuts: () => void;
  onAssistant: () => void;
  onContact: () => void;
};

export const HelpMenuPopup = ({ trigger, docs, onShortcuts, onAssistant, onContact }: HelpMenuPopupProps) => {
  const t = useT();
  const assistant = { label: t('assistant.open'), icon: <Sparkles />, onSelect: onAssistant };
  const contact = { label: t('contact.title'), icon: <LifeBuoy />, onSelect: onContact };
  return (
    <MenuPopup
      trigger={trigger}
      items={[
        { kind: 'link', label: t('shell.docs'), icon: <BookOpen />, href: docs, target: '_blank' },
        {
          kind: 'link',
          label: t('shell.api_reference'),
          icon: <CodeXml />,
          href: apiReference(),
          target: '_blank',
        },
        ...(isCloud ? [assistant, ...(canBeReached ? [contact] : [])] : []),
        { label: t('shell.keyboard_shortcuts'), icon: <Keyboard />, kbd: '?', onSelect: onShortcuts },
        ...legalLinks(t),
      ]}
    />
  );
};

const { termsUrl, privacyUrl } = bootstrap.brand;

const legalLinks = (t: Translate<Key>): MenuItem[] => [
  ...linkTo(termsUrl, t('shell.terms_of_use'), <Scale />),
  ...linkTo(privacyUrl, t('shell.privacy_policy'), <ShieldCheck />),
];

const linkTo = (href: string | undefined, label: string, icon: ReactElement): MenuItem[] =>
  href ? [{ kind: 'link', label, icon, href, target: '_blank' }] : [];
