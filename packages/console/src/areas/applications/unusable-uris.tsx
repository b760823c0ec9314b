import type { ApplicationDetail } from '@gatehouse/contract/applications.ts';
import { uriFlaws, withoutFlaws } from '@gatehouse/contract/redirect-uris.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { writtenLines } from '../../templates/form-lines.tsx';
import type { SettingsForm } from './settings-fields.ts';

const uriFields = [
  'oidcClientMetadata.redirectUris',
  'oidcClientMetadata.postLogoutRedirectUris',
  'oidcClientMetadata.backchannelLogoutUri',
] as const;

/** Addresses that earlier versions took and no sign-in can use. Each field says what is wrong with it; this removes them. */
export const UnusableUris = ({ form }: { form: SettingsForm }) => {
  const t = useT();
  const { type, oidcClientMetadata } = useEntity<ApplicationDetail>();
  const typed = useWatch({ control: form.control, name: 'oidcClientMetadata' });
  const isStored = uriFlaws(type, oidcClientMetadata).length > 0;
  const { trigger, setValue } = form;
  useEffect(() => {
    // After the form has taken over the saved values: that would end a check that is under way.
    if (isStored) queueMicrotask(() => void trigger(uriFields));
  }, [isStored, trigger]);
  const written = {
    redirectUris: writtenLines(typed.redirectUris),
    postLogoutRedirectUris: writtenLines(typed.postLogoutRedirectUris),
    backchannelLogoutUri: typed.backchannelLogoutUri || undefined,
  };
  const flaws = uriFlaws(type, written);
  if (!isStored || flaws.length === 0) return null;
  const remove = () => {
    const { redirectUris, postLogoutRedirectUris, backchannelLogoutUri = '' } = withoutFlaws(type, written);
    const options = { shouldDirty: true, shouldValidate: true };
    setValue('oidcClientMetadata.redirectUris', redirectUris, options);
    setValue('oidcClientMetadata.postLogoutRedirectUris', postLogoutRedirectUris, options);
    setValue('oidcClientMetadata.backchannelLogoutUri', backchannelLogoutUri, options);
  };
  return (
    <Callout
      tone="warning"
      title={t('applications.redirects.unusable')}
      action={
        <Button size="small" onClick={remove}>
          {t('applications.redirects.remove_unusable')}
        </Button>
      }
    >
      {t('applications.redirects.unusable_text', { addresses: flaws.map(({ uri }) => uri).join(', ') })}
    </Callout>
  );
};
