import { type ApplicationDetail, applications, confidentialTypes } from '@gatehouse/contract/applications.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useCopy } from '@gatehouse/ui/use-copy.ts';
import { VisuallyHidden } from '@gatehouse/ui/visually-hidden.tsx';
import { Check, Download, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { send } from '../../api.ts';
import type { GuideId, GuideTarget } from '../../guides/catalogue.ts';
import { useT } from '../../phrases.tsx';
import { keepFile } from '../../templates/save-file.ts';
import { areRedirectsSaved, type RedirectForm, useSaveRedirects } from './guide-redirects.tsx';
import { uriFor, valuesOf } from './guide-values.ts';
import type { Guide } from './guides/guide.ts';
import { promptOf } from './guides/prompt.ts';
import { hasSample } from './samples/available.ts';

type GuideSampleProps = {
  application: ApplicationDetail;
  target: GuideTarget & { id: GuideId };
  guide: Guide;
  form: RedirectForm;
};

/** The secret, for callers who may see it. It is the request that shows the secret in the code, too. */
const usableSecret = async (id: string) => {
  const secrets = await send(applications.listSecrets, { params: { id } });
  const usable = secrets.find(({ expiresAt }) => expiresAt === null || expiresAt > Date.now());
  return usable && !usable.value.includes('•') ? usable.value : undefined;
};

/** The application as a project that runs, and the guide as a prompt. */
export const GuideSample = ({ application, target, guide, form }: GuideSampleProps) => {
  const t = useT();
  const isRunnable = hasSample(target.id);
  return (
    <Card title={t('applications.guide.sample')}>
      <Text isBlock tone="soft">
        {t(isRunnable ? 'applications.guide.sample_text' : 'applications.guide.prompt_text')}
        {isRunnable && guide.redirectUri && ` ${t('applications.guide.sample_redirects')}`}
      </Text>
      <Row>
        {isRunnable && <DownloadSample application={application} target={target} guide={guide} form={form} />}
        <CopyPrompt text={promptOf(application.name, target, guide, valuesOf(application, guide))} />
      </Row>
    </Card>
  );
};

const DownloadSample = ({ application, target, guide, form }: GuideSampleProps) => {
  const t = useT();
  const toast = useToast();
  const [isLoading, setIsLoading] = useState(false);
  const saveRedirects = useSaveRedirects(application, form);
  const { id, name, type } = application;
  const download = async () => {
    setIsLoading(true);
    try {
      const isConfidential = confidentialTypes.includes(type);
      const secret = isConfidential ? await usableSecret(id) : undefined;
      const { sampleOf } = await import('./samples/download.ts');
      const values = { ...valuesOf(application, guide, secret), ...writtenUris(form, guide) };
      const { file, bytes } = sampleOf({ name, target, guide, values });
      keepFile(new Blob([bytes], { type: 'application/zip' }), file);
      if (isConfidential && !secret) toast.info(t('applications.guide.sample_without_secret'));
    } finally {
      setIsLoading(false);
    }
  };
  const isSaved = !guide.redirectUri || areRedirectsSaved(application, form);
  return (
    <Button
      variant="primary"
      icon={<Download />}
      isLoading={isLoading}
      // The program can only sign users in with redirect URIs that are registered.
      onClick={() => void (isSaved ? download() : saveRedirects(download))}
    >
      {t('applications.guide.download_sample')}
    </Button>
  );
};

/** The URIs in the form, which are saved by then. */
const writtenUris = (form: RedirectForm, guide: Guide) => {
  if (!guide.redirectUri) return {};
  const { redirectUris, postLogoutRedirectUris } = form.getValues();
  return {
    redirectUri: uriFor(redirectUris, guide.redirectUri),
    signOutUri: uriFor(postLogoutRedirectUris, guide.signOutUri),
  };
};

const CopyPrompt = ({ text }: { text: string }) => {
  const t = useT();
  const { copy, isCopied } = useCopy(text);
  return (
    <>
      <Button icon={isCopied ? <Check /> : <Sparkles />} onClick={() => void copy()}>
        {t('applications.guide.copy_prompt')}
      </Button>
      <VisuallyHidden role="status">{isCopied ? t('general.copied') : ''}</VisuallyHidden>
    </>
  );
};
