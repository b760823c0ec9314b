import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import type { EntityKind } from '@gatehouse/contract/entities.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { History as HistoryIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { loadAreaPhrases, useT } from '../phrases.tsx';
import { useAbilities } from '../session/abilities.ts';
import { addressedTenantId } from '../session/tenant.ts';

/** The names of object kinds are shared with the page of all changes, so its phrases are loaded too. */
const HistoryPanel = lazy(async () => {
  const [{ HistoryPanel }] = await Promise.all([
    import('./panel.tsx'),
    loadAreaPhrases('console/audit-logs'),
  ]);
  return { default: HistoryPanel };
});

/** On pages of one object. Beside the title of an area it would break the line. */
const LastEdit = lazy(() => import('./last-edit.tsx').then(module => ({ default: module.LastEdit })));

type HistoryButtonProps = {
  /** Several for a page that shows parts of several things. */
  kinds: readonly EntityKind[];
  /** Absent: everything of these kinds. */
  id?: string;
};

/** The button on a page that opens who changed what and when. */
export const HistoryButton = ({ kinds, id }: HistoryButtonProps) => {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const { may } = useAbilities();
  // The history of the console's own tenant also covers its users, so it is closed.
  if (addressedTenantId() === adminTenantId || !may('changes:read')) return null;
  return (
    <>
      {id !== undefined && (
        <Suspense>
          <LastEdit kinds={kinds} id={id} />
        </Suspense>
      )}
      <Button icon={<HistoryIcon />} onClick={() => setIsOpen(true)}>
        {t('history.open')}
      </Button>
      <Suspense>{isOpen && <HistoryPanel kinds={kinds} id={id} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
};
