import { type ApplicationDetail, applications } from '@gatehouse/contract/applications.ts';
import { url } from '@gatehouse/contract/fields.ts';
import { redirectUriFor } from '@gatehouse/contract/redirect-uris.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useSpeech } from '../../phrases.tsx';
import { contractResolver } from '../../templates/contract-resolver.ts';
import { FormLines, lines, writtenLines } from '../../templates/form-lines.tsx';
import type { Guide } from './guides/guide.ts';

type RedirectStepProps = { application: ApplicationDetail; guide: Guide };

/** Saves where people come back to, without leaving the guide. */
export const RedirectStep = ({ application, guide }: RedirectStepProps) => {
  const { t, language } = useSpeech();
  const toast = useToast();
  const update = useWrite(applications.update);
  const { id, type, oidcClientMetadata } = application;
  const { redirectUris, postLogoutRedirectUris } = oidcClientMetadata;
  const schema = z.object({
    redirectUris: lines(redirectUriFor(type)),
    postLogoutRedirectUris: lines(url),
  });
  const form = useForm<z.infer<typeof schema>>({
    resolver: contractResolver(schema, language),
    defaultValues: {
      redirectUris: redirectUris.length > 0 ? redirectUris : [guide.redirectUri ?? ''],
      postLogoutRedirectUris:
        postLogoutRedirectUris.length > 0 ? postLogoutRedirectUris : [guide.signOutUri ?? ''],
    },
  });
  const save = form.handleSubmit(async values => {
    const saved = {
      redirectUris: writtenLines(values.redirectUris),
      postLogoutRedirectUris: writtenLines(values.postLogoutRedirectUris),
    };
    await update
      .mutateAsync({ params: { id }, body: { oidcClientMetadata: { ...oidcClientMetadata, ...saved } } })
      .then(
        () => toast.success(t('applications.guide.addresses_saved')),
        // What went wrong has been told; what was typed stays.
        () => undefined,
      );
  });
  return (
    <>
      {redirectUris.length === 0 && <Callout>{t('applications.guide.addresses_unsaved')}</Callout>}
      <FormLines
        form={form}
        name="redirectUris"
        label={t('applications.redirects.redirect_uris')}
        addLabel={t('applications.redirects.add')}
      />
      <FormLines
        form={form}
        name="postLogoutRedirectUris"
        label={t('applications.redirects.sign_out_uris')}
        addLabel={t('applications.redirects.add')}
        isOptional
      />
      <Row>
        <Button variant="primary" isLoading={form.formState.isSubmitting} onClick={() => void save()}>
          {t('applications.guide.save_addresses')}
        </Button>
      </Row>
    </>
  );
};
