import { createContext, use } from 'react';
import { useAbilities } from './abilities.ts';

/** Whether the screens below show configuration that is managed as code. */
export const ManagedContext = createContext(false);

/** The phrase for the reason why nothing can be saved here, if there is one. */
export const useWriteRefusal = () => {
  const { mayWrite } = useAbilities();
  const isManaged = use(ManagedContext);
  if (!mayWrite) return 'permission.no_write';
  return isManaged ? 'managed.refusal' : undefined;
};
