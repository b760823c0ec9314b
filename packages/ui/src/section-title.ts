import { createContext, use } from 'react';

/** The title of the surrounding section. */
export const SectionTitle = createContext<unknown>(undefined);

/** Whether the section heading already says this. The label is then for screen readers only. */
export const useIsSaidBySection = (label: unknown) => use(SectionTitle) === label;
