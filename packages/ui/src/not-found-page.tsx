import { Compass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTitlePart } from './document-title.tsx';
import { EmptyState } from './empty-state.tsx';
import { useUiText } from './ui-text.tsx';

/** An unknown address. `action` leads somewhere known. */
export function NotFoundPage({ action }: { action?: ReactNode }) {
  const { t } = useUiText();
  useTitlePart('object', t('page_not_found'));
  return (
    <EmptyState icon={<Compass aria-hidden />} title={t('page_not_found')} isPage action={action}>
      {t('page_not_found_help')}
    </EmptyState>
  );
}
