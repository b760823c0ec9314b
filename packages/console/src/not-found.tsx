import { Button } from '@gatehouse/ui/button.tsx';
import { NotFoundPage } from '@gatehouse/ui/not-found-page.tsx';
import { paths } from './paths.ts';
import { useT } from './phrases.tsx';

export const NotFound = () => {
  const t = useT();
  return <NotFoundPage action={<Button href={paths.home()}>{t('shell.not_found_action')}</Button>} />;
};
