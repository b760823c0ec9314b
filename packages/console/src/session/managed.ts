import { createContext, use } from 'react';
import { useAbilities } from './abilities.ts';

/** How the configuration on the screens below is changed. */
export type Control = 'directly' | 'as_code' | 'by_drafts';

/** Undefined where the screens below show no configuration. */
export const ControlContext = createContext<Control | undefined>(undefined);

const refusals = {
  directly: undefined,
  as_code: 'managed.refusal',
  by_drafts: 'managed.needs_approval',
} as const;

/** The phrase for the reason why nothing can be saved here, if there is one. */
export const useWriteRefusal = () => {
  const { mayWrite } = useAbilities();
  const control = use(ControlContext) ?? 'directly';
  return mayWrite ? refusals[control] : 'permission.no_write';
};
