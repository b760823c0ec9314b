import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { Lock } from 'lucide-react';
import { useT } from '../phrases.tsx';

/** In place of a part of a screen that the role does not cover. */
export const NoPermission = ({ permission }: { permission: string }) => {
  const t = useT();
  return <EmptyState icon={<Lock aria-hidden />}>{t('permission.not_allowed', { permission })}</EmptyState>;
};
