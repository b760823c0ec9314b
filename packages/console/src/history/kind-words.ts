import { isEntityKind } from '@gatehouse/contract/entities.ts';
import { useT } from '../phrases.tsx';

/** The name of an object kind, or the kind itself if it has no phrase. */
export const useKindWords = () => {
  const t = useT();
  return (kind: string) => (isEntityKind(kind) ? t(`audit_logs.kinds.${kind}`) : kind);
};
