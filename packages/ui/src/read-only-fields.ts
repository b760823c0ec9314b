import { createContext } from 'react';

/** Whether the fields below show values that the reader cannot change. Buttons between them still work. */
export const ReadOnlyFields = createContext(false);
