import { WideOnly } from '@gatehouse/ui/app-shell.tsx';
import { Logo } from '@gatehouse/ui/logo.tsx';
import { isCloud } from '../bootstrap.ts';

export const Brand = () => (
  <>
    <Logo />
    {isCloud ? <WideOnly>Gatehouse</WideOnly> : 'Gatehouse'}
  </>
);
