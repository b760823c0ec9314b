import { WideOnly } from '@gatehouse/ui/app-shell.tsx';
import { Logo } from '@gatehouse/ui/logo.tsx';
import { bootstrap, isCloud } from './bootstrap.ts';

export const Brand = () => (
  <>
    <Logo />
    {isCloud ? <WideOnly>{bootstrap.brand.name}</WideOnly> : bootstrap.brand.name}
  </>
);
