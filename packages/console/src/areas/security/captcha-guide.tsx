import { captchaProviders } from '@gatehouse/contract/captcha.ts';
import { BulletList } from '@gatehouse/ui/bullet-list.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { DetailPage } from '@gatehouse/ui/detail-page.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { useWrite } from '../../api.ts';
import { useContractForm } from '../../contract-form.ts';
import { useGoTo } from '../../link.tsx';
import { NotFound } from '../../not-found.tsx';
import { paths } from '../../paths.ts';
import { useTranslation } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { useDraft } from '../../session/drafts.ts';
import { useLeaveGuard } from '../../templates/edit-form.tsx';
import { pointAtFields } from '../../templates/point-at-fields.ts';
import { QuotaNotice } from '../../templates/quota-notice.tsx';
import { ReaderFields } from '../../templates/reader-fields.tsx';
import {
  CaptchaKeys,
  type CaptchaType,
  type CaptchaValues,
  captchaFields,
  captchaTypes,
  emptyCaptcha,
  writeCaptcha,
} from './captcha-form.tsx';

/** Setup instructions for a CAPTCHA provider, with the form for its keys. */
export const CaptchaGuide = () => {
  const { guideId } = useParams({ strict: false }) as { guideId?: string };
  const type = captchaTypes.find(known => known === guideId);
  return type ? <Guide type={type} /> : <NotFound />;
};

const Guide = ({ type }: { type: CaptchaType }) => {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const { mayWrite } = useAbilities();
  const toast = useToast();
  const replace = useWrite(captchaProviders.replace);
  const form = useContractForm<CaptchaValues>(captchaFields, { defaultValues: emptyCaptcha(type) });
  const isDone = useRef(false);
  const { isDirty, isSubmitting } = form.formState;
  useDraft('captcha', form);
  useLeaveGuard(() => isDirty && !isDone.current);
  const save = form.handleSubmit(async values => {
    try {
      await replace.mutateAsync({ body: { config: writeCaptcha(values) } });
      isDone.current = true;
      toast.success(t('security.captcha.saved'));
      goTo(paths.security('captcha'));
    } catch (error) {
      pointAtFields(error, form);
    }
  });
  const steps = (['1', '2', '3'] as const).map(key => ({
    key,
    content: t(`security.captcha.steps.${type}.${key}`),
  }));
  return (
    <DetailPage
      back={{ href: paths.security('captcha'), label: t('security.tabs.captcha') }}
      name={t(`security.captcha.providers.${type}.title`)}
      description={t(`security.captcha.providers.${type}.text`)}
    >
      <QuotaNotice feature="securityFeaturesEnabled" isHint />
      <Card>
        <BulletList items={steps} />
      </Card>
      <Card>
        <form
          noValidate
          onSubmit={event => {
            event.preventDefault();
            void save();
          }}
        >
          <Stack>
            <ReaderFields>
              <CaptchaKeys form={form} type={type} />
            </ReaderFields>
            <Row justify="end">
              <Button href={paths.security('captcha')}>{t('general.cancel')}</Button>
              <Button
                type="submit"
                variant="primary"
                isLoading={isSubmitting}
                disabled={!mayWrite}
                title={mayWrite ? undefined : t('permission.no_write')}
              >
                {t('security.captcha.save')}
              </Button>
            </Row>
          </Stack>
        </form>
      </Card>
    </DetailPage>
  );
};
