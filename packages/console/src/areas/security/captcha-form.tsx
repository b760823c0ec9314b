import { type CaptchaConfig, captchaConfig } from '@gatehouse/contract/captcha.ts';
import { PasswordInput } from '@gatehouse/ui/password-input.tsx';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { z } from 'zod';
import { useT } from '../../phrases.tsx';
import { type Form, FormField } from '../../templates/form-field.tsx';

/** Each has a guide at its name. */
export const captchaTypes = ['Turnstile', 'RecaptchaEnterprise'] as const;
export type CaptchaType = CaptchaConfig['type'];

const modes = ['invisible', 'checkbox'] as const;

const typed = z.object({
  type: z.enum(captchaTypes),
  siteKey: z.string(),
  secretKey: z.string(),
  projectId: z.string(),
  domain: z.string(),
  mode: z.enum(modes),
});
export type CaptchaValues = z.infer<typeof typed>;

export const emptyCaptcha = (type: CaptchaType): CaptchaValues => ({
  type,
  siteKey: '',
  secretKey: '',
  projectId: '',
  domain: '',
  mode: 'invisible',
});

export const readCaptcha = (config: CaptchaConfig): CaptchaValues => ({
  ...emptyCaptcha(config.type),
  ...config,
});

export const writeCaptcha = ({
  type,
  siteKey,
  secretKey,
  projectId,
  domain,
  mode,
}: CaptchaValues): CaptchaConfig =>
  type === 'Turnstile'
    ? { type, siteKey, secretKey }
    : { type, siteKey, secretKey, projectId, mode, ...(domain ? { domain } : {}) };

/** Judged as it will be sent. */
export const captchaFields = typed.check(({ value, issues }) => {
  for (const { path } of captchaConfig.safeParse(writeCaptcha(value)).error?.issues ?? []) {
    const message = 'validation.required';
    issues.push({ code: 'custom', path: [...path], message, input: value });
  }
});

export const CaptchaKeys = ({ form, type }: { form: Form<CaptchaValues>; type: CaptchaType }) => {
  const t = useT();
  return (
    <>
      <FormField form={form} name="siteKey" label={t('security.captcha.site_key')} isMono />
      <FormField form={form} name="secretKey" label={t(`security.captcha.secret_keys.${type}`)}>
        {field => <PasswordInput {...field} autoComplete="off" />}
      </FormField>
      {type === 'RecaptchaEnterprise' && (
        <>
          <FormField form={form} name="projectId" label={t('security.captcha.project_id')} isMono />
          <FormField
            form={form}
            name="domain"
            label={t('security.captcha.domain')}
            help={t('security.captcha.domain_help')}
            isOptional
            isMono
          />
          <FormField form={form} name="mode" label={t('security.captcha.mode')}>
            {field => (
              <RadioCards
                {...field}
                options={modes.map(value => ({
                  value,
                  title: t(`security.captcha.modes.${value}.title`),
                  description: t(`security.captcha.modes.${value}.text`),
                }))}
              />
            )}
          </FormField>
        </>
      )}
    </>
  );
};
