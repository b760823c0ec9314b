import { WideOnly } from '@gatehouse/ui/app-shell.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { IconButton } from '@gatehouse/ui/icon-button.tsx';
import { Menu } from '@gatehouse/ui/menu.tsx';
import { BookOpen, CircleHelp, CodeXml, Keyboard, LifeBuoy, Sparkles } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { bootstrap, isCloud } from '../bootstrap.ts';
import { useT } from '../phrases.tsx';
import { tenantEndpoint } from '../session/tenant.ts';

const AssistantPanel = lazy(() =>
  import('../assistant/panel.tsx').then(module => ({ default: module.AssistantPanel })),
);
const ContactDialog = lazy(() =>
  import('./contact-dialog.tsx').then(module => ({ default: module.ContactDialog })),
);
const VersionLink = lazy(() =>
  import('./version-link.tsx').then(module => ({ default: module.VersionLink })),
);

/** The docs on this screen, the assistant and the ways to us, in the top bar; self-hosted, also which version this is. */
export const Help = ({ guide, onShortcuts }: { guide: string; onShortcuts: () => void }) => {
  const t = useT();
  const [shown, setShown] = useState<'assistant' | 'contact'>();
  const close = () => setShown(undefined);
  const docs = `${bootstrap.adminEndpoint}/docs/${guide}`;
  return (
    <>
      <WideOnly>
        <Suspense>{!isCloud && <VersionLink />}</Suspense>
        <Button variant="quiet" href={docs} target="_blank">
          {t('shell.docs')}
        </Button>
      </WideOnly>
      <IconButton label={t('assistant.open')} icon={<Sparkles />} onClick={() => setShown('assistant')} />
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
          { label: t('assistant.open'), icon: <Sparkles />, onSelect: () => setShown('assistant') },
          { label: t('contact.title'), icon: <LifeBuoy />, onSelect: () => setShown('contact') },
          { label: t('shell.keyboard_shortcuts'), icon: <Keyboard />, kbd: '?', onSelect: onShortcuts },
        ]}
      />
      <Suspense>
        {shown === 'assistant' && <AssistantPanel onClose={close} onContact={() => setShown('contact')} />}
        {shown === 'contact' && <ContactDialog onClose={close} />}
      </Suspense>
    </>
  );
};
