import { isEntityKind } from '@gatehouse/contract/entities.ts';
import { useT } from '../phrases.tsx';

/** What an object of a kind is called; the kind itself where it has no word. */
export const useKindWords = () => {
  const t = useT();
  return (kind: string) => (isEntityKind(kind) ? t(`audit_logs.kinds.${kind}`) : kind);
};
