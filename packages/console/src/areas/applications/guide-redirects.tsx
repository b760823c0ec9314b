import {
  type ApplicationDetail,
  type ApplicationType,
  applications,
} from '@gatehouse/contract/applications.ts';
import { redirectUriFor } from '@gatehouse/contract/redirect-uris.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useContractForm } from '../../contract-form.ts';
import { useTranslation } from '../../phrases.tsx';
import { FormLines, lines, writtenLines } from '../../templates/form-lines.tsx';
import { pointAtFields } from '../../templates/point-at-fields.ts';
import type { Guide } from './guides/guide.ts';

const schemaFor = (type: ApplicationType) =>
  z.object({
    redirectUris: lines(redirectUriFor(type)),
    postLogoutRedirectUris: lines(redirectUriFor(type)),
  });

/** Belongs to the whole guide: what was typed is still there after a look at another step. */
export const useRedirectForm = ({ type, oidcClientMetadata }: ApplicationDetail, guide: Guide) => {
  const { redirectUris, postLogoutRedirectUris } = oidcClientMetadata;
  return useContractForm<z.infer<ReturnType<typeof schemaFor>>>(schemaFor(type), {
    defaultValues: {
      redirectUris: redirectUris.length > 0 ? redirectUris : [guide.redirectUri ?? ''],
      postLogoutRedirectUris:
        postLogoutRedirectUris.length > 0 ? postLogoutRedirectUris : [guide.signOutUri ?? ''],
    },
  });
};

export type RedirectForm = ReturnType<typeof useRedirectForm>;

/** Saves the URIs without leaving the guide, and then calls what comes next. */
export const useSaveRedirects = ({ id, oidcClientMetadata }: ApplicationDetail, form: RedirectForm) => {
  const { t } = useTranslation();
  const toast = useToast();
  const update = useWrite(applications.update);
  return (onSaved: () => unknown = () => {}) =>
    form.handleSubmit(async values => {
      const saved = {
        redirectUris: writtenLines(values.redirectUris),
        postLogoutRedirectUris: writtenLines(values.postLogoutRedirectUris),
      };
      await update
        .mutateAsync({ params: { id }, body: { oidcClientMetadata: { ...oidcClientMetadata, ...saved } } })
        .then(
          () => {
            form.reset(values);
            toast.success(t('applications.guide.addresses_saved'));
            void onSaved();
          },
          error => pointAtFields(error, form),
        );
    })();
};

/** Suggestions are not saved before the reader says so. */
export const areRedirectsSaved = ({ oidcClientMetadata }: ApplicationDetail, form: RedirectForm) =>
  oidcClientMetadata.redirectUris.length > 0 && !form.formState.isDirty;

/** The redirect URIs for sign-in and sign-out. */
export const RedirectStep = ({
  application,
  form,
}: {
  application: ApplicationDetail;
  form: RedirectForm;
}) => {
  const { t } = useTranslation();
  const save = useSaveRedirects(application, form);
  const { oidcClientMetadata } = application;
  return (
    <>
      {oidcClientMetadata.redirectUris.length === 0 && (
        <Callout>{t('applications.guide.addresses_unsaved')}</Callout>
      )}
      <FormLines
        form={form}
        name="redirectUris"
        label={t('applications.redirects.redirect_uris')}
        term="redirect_uri"
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
