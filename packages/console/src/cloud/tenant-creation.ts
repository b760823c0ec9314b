import { useState } from 'react';
import { useAddressQuery } from '../link.tsx';

const flag = 'create-tenant';

/** This page, with the form of a new tenant open: where a canceled checkout leads back to. */
export const creationPage = () => `${window.location.pathname}?${flag}`;

/** Whether the form for a new tenant is open. A URL can open it, too. */
export const useTenantCreation = () => {
  const [query, setQuery] = useAddressQuery();
  const [isCreating, setIsCreating] = useState(() => query.has(flag));
  const close = () => {
    setIsCreating(false);
    if (query.has(flag)) setQuery({ [flag]: undefined });
  };
  return { isCreating, open: () => setIsCreating(true), close };
};
