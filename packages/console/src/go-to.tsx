import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Loading } from './loading.tsx';

/** Leads to another address of the console, leaving no step behind. */
export const GoTo = ({ href }: { href: string }) => {
  const { history } = useRouter();
  useEffect(() => history.replace(href), [history, href]);
  return <Loading />;
};
