import { type CaptchaProvider, captchaProviders } from '@gatehouse/contract/captcha.ts';
import { DetailPage } from '@gatehouse/ui/detail-page.tsx';
import { EntityIcon } from '@gatehouse/ui/entity-icon.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { ShieldCheck } from 'lucide-react';
import { useWrite } from '../../api.ts';
import { HistoryButton } from '../../history/history.tsx';
import { useGoTo } from '../../link.tsx';
import { NotFound } from '../../not-found.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { deletionItem } from '../../templates/menu-items.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { CaptchaKeys, captchaFields, readCaptcha, writeCaptcha } from './captcha-form.tsx';

/** The CAPTCHA provider. */
export const CaptchaDetails = () => {
  const t = useT();
  const goTo = useGoTo();
  const { data, failure, isMissing } = useReadOrFailure(captchaProviders.read, {});
  const deletion = useDelete({
    row: captchaProviders.delete,
    params: (_: { name: string }) => ({}),
    words: 'security.captcha',
  });
  if (isMissing) return <NotFound />;
  const name = data && t(`security.captcha.providers.${data.config.type}.title`);
  const back = paths.security('captcha');
  return (
    <DetailPage
      back={{ href: back, label: t('security.tabs.captcha') }}
      name={name}
      failure={failure}
      icon={
        <EntityIcon size="large">
          <ShieldCheck />
        </EntityIcon>
      }
      actions={<HistoryButton kinds={['captcha-provider']} id="default" />}
      menu={name === undefined ? [] : [deletionItem(deletion, { name }, () => goTo(back))]}
    >
      {!data && !failure && <DelayedLoading />}
      {data && <Keys provider={data} />}
    </DetailPage>
  );
};

const Keys = ({ provider: { config } }: { provider: CaptchaProvider }) => {
  const t = useT();
  const replace = useWrite(captchaProviders.replace);
  const form = useEditForm({
    schema: captchaFields,
    values: readCaptcha(config),
    savedMessage: t('security.captcha.saved'),
    save: values => replace.mutateAsync({ body: { config: writeCaptcha(values) } }),
  });
  return (
    <EditForm form={form}>
      <FormSection title={t('security.captcha.keys_title')} help={t('security.captcha.keys_help')}>
        <CaptchaKeys form={form} type={config.type} />
      </FormSection>
    </EditForm>
  );
};
