import type { BundlePlan } from '@gatehouse/contract/bundles.ts';
import type { EntityKind } from '@gatehouse/contract/entities.ts';
import { useKindWords } from '../../../history/kind-words.ts';
import { useT } from '../../../phrases.tsx';

/** The server knows the settings of which a tenant has one only by the name of their file. */
const kindOfFile: Readonly<Record<string, EntityKind>> = {
  'sign-in-experience.yaml': 'sign-in-experience',
  'account-center.yaml': 'account-center',
};

/** The plan, with every object under the name that the console has for it. */
export const useNamed = () => {
  const t = useT();
  const nameOfKind = useKindWords();
  const nameOf = ({ path, name }: BundlePlan['changes'][number]) => {
    if (path === 'tokens.yaml') return t('configuration.tokens');
    const kind = kindOfFile[path];
    return kind ? nameOfKind(kind) : name;
  };
  return (plan: BundlePlan): BundlePlan => ({
    ...plan,
    changes: plan.changes.map(change => ({ ...change, name: nameOf(change) })),
  });
};
