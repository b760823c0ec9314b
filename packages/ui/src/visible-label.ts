import { createContext } from 'react';

/** The ID of what names a field in place of its own label, which is hidden then. */
export const VisibleLabel = createContext<string | undefined>(undefined);
