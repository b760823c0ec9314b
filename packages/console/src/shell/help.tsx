import { WideOnly } from '@gatehouse/ui/app-shell.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { IconButton } from '@gatehouse/ui/icon-button.tsx';
import { OnDemand } from '@gatehouse/ui/menu.tsx';
import { CircleHelp, Sparkles } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { isCloud } from '../bootstrap.ts';
import { useT } from '../phrases.tsx';

const AssistantPanel = lazy(() =>
  import('../assistant/panel.tsx').then(module => ({ default: module.AssistantPanel })),
);
const ContactDialog = lazy(() =>
  import('./contact-dialog.tsx').then(module => ({ default: module.ContactDialog })),
);
const VersionLink = lazy(() =>
  import('./version-link.tsx').then(module => ({ default: module.VersionLink })),
);
const loadMenu = () => import('./help-menu-popup.tsx');
const HelpMenuPopup = lazy(() => loadMenu().then(module => ({ default: module.HelpMenuPopup })));

/** The docs on this screen, in the top bar; in the cloud also the assistant and the ways to us, self-hosted the version. */
export const Help = ({ docs, onShortcuts }: { docs: string; onShortcuts: () => void }) => {
  const t = useT();
  const [shown, setShown] = useState<'assistant' | 'contact'>();
  const close = () => setShown(undefined);
  const trigger = <IconButton label={t('shell.help')} icon={<CircleHelp />} />;
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
      <OnDemand trigger={trigger} load={loadMenu}>
        <HelpMenuPopup
          trigger={trigger}
          docs={docs}
          onShortcuts={onShortcuts}
          onAssistant={() => setShown('assistant')}
          onContact={() => setShown('contact')}
        />
      </OnDemand>
      <Suspense>
        {shown === 'assistant' && <AssistantPanel onClose={close} onContact={() => setShown('contact')} />}
        {shown === 'contact' && <ContactDialog onClose={close} />}
      </Suspense>
    </>
  );
};
