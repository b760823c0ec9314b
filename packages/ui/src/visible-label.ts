import { createContext } from 'react';

/** The ID of the element that names a field instead of its label, which is then hidden. */
export const VisibleLabel = createContext<string | undefined>(undefined);
