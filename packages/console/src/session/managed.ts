import { createContext, use } from 'react';
import { useAbilities } from './abilities.ts';

/** Whether the screens below show configuration that is managed as code; undefined where they show none. */
export const ManagedContext = createContext<boolean | undefined>(undefined);

/** The phrase for the reason why nothing can be saved here, if there is one. */
export const useWriteRefusal = () => {
  const { mayWrite } = useAbilities();
  const isManaged = use(ManagedContext) === true;
  if (!mayWrite) return 'permission.no_write';
  return isManaged ? 'managed.refusal' : undefined;
};
