import { FormSections } from '@gatehouse/ui/form-section.tsx';
import { Page, PageHeader } from '@gatehouse/ui/page-header.tsx';
import { HistoryButton } from '../../history/history.tsx';
import { useT } from '../../phrases.tsx';
import { CookieKeys } from './cookie-keys.tsx';
import { TokenKeys } from './token-keys.tsx';

export const SigningKeys = () => {
  const t = useT();
  return (
    <Page>
      <PageHeader
        title={t('signing_keys.title')}
        description={t('signing_keys.subtitle')}
        actions={<HistoryButton kinds={['signing-keys', 'cookie-keys']} />}
      />
      <FormSections>
        <TokenKeys />
        <CookieKeys />
      </FormSections>
    </Page>
  );
};
