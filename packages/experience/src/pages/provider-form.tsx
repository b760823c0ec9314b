import type { ProviderForm as Form } from '@gatehouse/contract/experience-page.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import type { ReactNode } from 'react';
import { t } from '../data.ts';
import { Frame } from '../frame.tsx';

type FormOf<Kind extends Form['kind']> = Extract<Form, { kind: Kind }>;

/** Questions that the provider asks; the answer goes to it as an ordinary form. */
export const ProviderForm = ({ form }: { form: Form }) => {
  if (form.kind === 'sign_out') return <SignOut form={form} />;
  if (form.kind === 'device_code') return <DeviceCode form={form} />;
  if (form.kind === 'device_confirm') return <DeviceConfirm form={form} />;
  const { application } = form;
  return <Frame title={t('device.done')} description={t('device.done_text', { application })} />;
};

type PostProps = { form: { action: string; fields: Record<string, string> }; children: ReactNode };

const Post = ({ form, children }: PostProps) => (
  <form method="post" action={form.action}>
    {Object.entries(form.fields).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <Stack gap={3}>{children}</Stack>
  </form>
);

const SignOut = ({ form }: { form: FormOf<'sign_out'> }) => (
  <Frame title={t('sign_out.title_plain')} description={t('sign_out.text')}>
    <Post form={form}>
      <Button type="submit" variant="primary" size="large" isFullWidth autoFocus name="logout" value="yes">
        {t('sign_out.confirm')}
      </Button>
      <Button type="submit" size="large" isFullWidth>
        {t('sign_out.stay')}
      </Button>
    </Post>
  </Frame>
);

const DeviceCode = ({ form }: { form: FormOf<'device_code'> }) => (
  <Frame
    title={t('device.title')}
    description={t(form.problem === 'aborted' ? 'device.aborted' : 'device.text')}
  >
    <Post form={form}>
      <Field
        label={t('device.code')}
        error={form.problem && form.problem !== 'aborted' && t(`device.problem_${form.problem}`)}
      >
        <TextInput
          size="large"
          isMono
          name="user_code"
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={form.userCode}
        />
      </Field>
      <Button type="submit" variant="primary" size="large" isFullWidth>
        {t('sign_in.submit')}
      </Button>
    </Post>
  </Frame>
);

const DeviceConfirm = ({ form }: { form: FormOf<'device_confirm'> }) => (
  <Frame
    title={t('device.confirm', { application: form.application })}
    description={t('device.confirm_text')}
  >
    <Text isMono isStrong size="large" isBlock align="center">
      {form.userCode}
    </Text>
    <Text tone="soft" isBlock>
      {t('device.warning')}
    </Text>
    <Post form={form}>
      <Button type="submit" variant="primary" size="large" isFullWidth autoFocus>
        {t('device.sign_in')}
      </Button>
      <Button type="submit" size="large" isFullWidth name="abort" value="yes">
        {t('device.cancel')}
      </Button>
    </Post>
  </Frame>
);
