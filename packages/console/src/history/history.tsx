import { Button } from '@gatehouse/ui/button.tsx';
import { History as HistoryIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useT } from '../phrases.tsx';

const HistoryPanel = lazy(() => import('./panel.tsx').then(module => ({ default: module.HistoryPanel })));

/** The button on a detail page that opens who changed what and when. */
export const HistoryButton = ({ kind, id }: { kind: string; id: string }) => {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={<HistoryIcon />} onClick={() => setIsOpen(true)}>
        {t('history.open')}
      </Button>
      <Suspense>{isOpen && <HistoryPanel kind={kind} id={id} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
};
