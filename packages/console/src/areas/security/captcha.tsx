import { captchaProviders } from '@gatehouse/contract/captcha.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Grid, Row, Stack } from '@gatehouse/ui/layout.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { z } from 'zod';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { EditForm } from '../../templates/edit-form.tsx';
import { FormSwitch } from '../../templates/form-field.tsx';
import { QuotaNotice } from '../../templates/quota-notice.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useSignInForm } from '../../templates/sign-in-settings.tsx';
import { type CaptchaType, captchaTypes } from './captcha-form.tsx';

const captchaFields = z.object({ captchaPolicy: z.object({ enabled: z.boolean() }) });

/** CAPTCHA settings: whether it is required, and its provider. */
export const Captcha = () => {
  const { data, failure } = useReadOrFailure(captchaProviders.readStatus, {});
  if (failure) return failure;
  if (!data) return <DelayedLoading />;
  return data.type ? <CaptchaForm type={data.type} /> : <ChooseProvider />;
};

const CaptchaForm = ({ type }: { type: CaptchaType }) => {
  const t = useT();
  const form = useSignInForm({
    schema: captchaFields,
    read: ({ captchaPolicy }) => ({ captchaPolicy: { enabled: captchaPolicy.enabled ?? false } }),
    write: values => values,
  });
  return (
    <EditForm form={form} feature="securityFeaturesEnabled">
      <FormSection title={t('security.captcha.policy_title')} help={t('security.captcha.policy_help')}>
        <FormSwitch
          form={form}
          name="captchaPolicy.enabled"
          label={t('security.captcha.enabled')}
          help={t('security.captcha.enabled_help')}
        />
      </FormSection>
      <FormSection title={t('security.captcha.provider')} help={t('security.captcha.provider_help')}>
        <Row justify="between">
          <Row>
            <Text isStrong>{t(`security.captcha.providers.${type}.title`)}</Text>
            <Tag tone="success" hasDot>
              {t('security.captcha.is_set_up')}
            </Tag>
          </Row>
          <Button href={paths.captchaDetails()}>{t('security.captcha.open')}</Button>
        </Row>
      </FormSection>
    </EditForm>
  );
};

const ChooseProvider = () => {
  const t = useT();
  return (
    <Stack>
      <QuotaNotice feature="securityFeaturesEnabled" isHint />
      <Text tone="soft" isBlock>
        {t('security.captcha.none')}
      </Text>
      <Grid minWidth="300px">
        {captchaTypes.map(type => (
          <Card key={type}>
            <Stack>
              <Text isStrong>{t(`security.captcha.providers.${type}.title`)}</Text>
              <Text tone="soft" isBlock>
                {t(`security.captcha.providers.${type}.text`)}
              </Text>
              <div>
                <Button variant="primary" href={paths.captchaGuide(type)}>
                  {t('security.captcha.choose')}
                </Button>
              </div>
            </Stack>
          </Card>
        ))}
      </Grid>
    </Stack>
  );
};
