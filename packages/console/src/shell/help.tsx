import type { Translate } from '@gatehouse/phrases/translate.ts';
import { WideOnly } from '@gatehouse/ui/app-shell.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { IconButton } from '@gatehouse/ui/icon-button.tsx';
import { Menu, type MenuItem } from '@gatehouse/ui/menu.tsx';
import {
  BookOpen,
  CircleHelp,
  CodeXml,
  Keyboard,
  LifeBuoy,
  Scale,
  ShieldCheck,
  Sparkles,
} from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { bootstrap, isCloud } from '../bootstrap.ts';
import { type Key, useT } from '../phrases.tsx';
import { tenantEndpoint } from '../session/tenant.ts';
import { canBeReached } from './contact.ts';

const AssistantPanel = lazy(() =>
  import('../assistant/panel.tsx').then(module => ({ default: module.AssistantPanel })),
);
const ContactDialog = lazy(() =>
  import('./contact-dialog.tsx').then(module => ({ default: module.ContactDialog })),
);
const VersionLink = lazy(() =>
  import('./version-link.tsx').then(module => ({ default: module.VersionLink })),
);

/** The docs on this screen, in the top bar; in the cloud also the assistant and the ways to us, self-hosted the version. */
export const Help = ({ guide, onShortcuts }: { guide: string; onShortcuts: () => void }) => {
  const t = useT();
  const [shown, setShown] = useState<'assistant' | 'contact'>();
  const close = () => setShown(undefined);
  const docs = `${bootstrap.adminEndpoint}/docs/${guide}`;
  const assistant = {
    label: t('assistant.open'),
    icon: <Sparkles />,
    onSelect: () => setShown('assistant'),
  };
  const contact = { label: t('contact.title'), icon: <LifeBuoy />, onSelect: () => setShown('contact') };
  return (
    <>
      <WideOnly>
        <Suspense>{!isCloud && <VersionLink />}</Suspense>
        <Button variant="quiet" href={docs} target="_blank">
          {t('shell.docs')}
        </Button>
      </WideOnly>
      {isCloud && (
        <IconButton label={t('assistant.open')} icon={<Sparkles />} onClick={() => setShown('assistant')} />
      )}
      <Menu
        trigger={<IconButton label={t('shell.help')} icon={<CircleHelp />} />}
        items={[
          { kind: 'link', label: t('shell.docs'), icon: <BookOpen />, href: docs, target: '_blank' },
          {
            kind: 'link',
            label: t('shell.api_reference'),
            icon: <CodeXml />,
            href: `${tenantEndpoint()}/api/docs`,
            target: '_blank',
          },
          ...(isCloud ? [assistant, ...(canBeReached ? [contact] : [])] : []),
          { label: t('shell.keyboard_shortcuts'), icon: <Keyboard />, kbd: '?', onSelect: onShortcuts },
          ...legalLinks(t),
        ]}
      />
      <Suspense>
        {shown === 'assistant' && <AssistantPanel onClose={close} onContact={() => setShown('contact')} />}
        {shown === 'contact' && <ContactDialog onClose={close} />}
      </Suspense>
    </>
  );
};

const { termsUrl, privacyUrl } = bootstrap.brand;

const legalLinks = (t: Translate<Key>): MenuItem[] => [
  ...linkTo(termsUrl, t('shell.terms_of_use'), <Scale />),
  ...linkTo(privacyUrl, t('shell.privacy_policy'), <ShieldCheck />),
];

const linkTo = (href: string | undefined, label: string, icon: ReactElement): MenuItem[] =>
  href ? [{ kind: 'link', label, icon, href, target: '_blank' }] : [];
