import { hasWildcard } from '@gatehouse/contract/redirect-uris.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { useWatch } from 'react-hook-form';
import { useT } from '../../phrases.tsx';
import type { SettingsForm } from './settings-fields.ts';

/** A wildcard works, and trusts every host below its domain. */
export const WildcardUris = ({ form }: { form: SettingsForm }) => {
  const t = useT();
  const { redirectUris, postLogoutRedirectUris } = useWatch({
    control: form.control,
    name: 'oidcClientMetadata',
  });
  const isOpen = [...redirectUris, ...postLogoutRedirectUris].some(uri => hasWildcard(uri));
  return isOpen ? <Callout tone="warning">{t('applications.redirects.wildcard')}</Callout> : null;
};
