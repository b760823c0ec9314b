import { createContext, use } from 'react';

/** What the section around is called. */
export const SectionTitle = createContext<unknown>(undefined);

/** Whether the heading beside says this already: a label is then for screen readers only. */
export const useIsSaidBySection = (label: unknown) => use(SectionTitle) === label;
