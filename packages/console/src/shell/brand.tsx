import { Logo } from '@gatehouse/ui/logo.tsx';

export const Brand = () => (
  <>
    <Logo />
    Gatehouse
  </>
);
