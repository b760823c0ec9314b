import { type CustomUiCsp, customUiCsp } from '@gatehouse/contract/custom-ui-csp.ts';
import {
  type SignInExperience,
  signInExperience,
  signInExperienceRows,
} from '@gatehouse/contract/sign-in-experience.ts';
import { customUiLimits } from '@gatehouse/contract/uploads.ts';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { type Control, type FieldValues, useController } from 'react-hook-form';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useFileUpload } from '../../templates/file-upload.ts';
import { FormLines, lines } from '../../templates/form-lines.tsx';
import { QuotaNotice } from '../../templates/quota-notice.tsx';
import { WriteButton } from '../../templates/write-button.tsx';

const source = z.string().refine(text => customUiCsp.safeParse({ scriptSrc: [text] }).success, {
  error: 'validation.csp_source',
});

export const customUiFields = {
  customUiAssets: signInExperience.shape.customUiAssets,
  customUiCsp: z.object({ scriptSrc: lines(source), connectSrc: lines(source) }),
};

type CustomUiValues = FieldValues & {
  customUiAssets: SignInExperience['customUiAssets'];
  customUiCsp: Required<CustomUiCsp>;
};

/** Sign-in pages of the tenant's own instead of ours. */
export const CustomUi = ({ form }: { form: { control: unknown; labels?: Map<string, string> } }) => {
  const t = useT();
  const control = form.control as Control<CustomUiValues>;
  const { field } = useController({ control, name: 'customUiAssets' });
  const file = useRef<HTMLInputElement>(null);
  const { take, problem, isUploading } = useFileUpload({
    limits: customUiLimits,
    write: useWrite(signInExperienceRows.uploadCustomUi, { hideErrors: true }),
    wordsOf: error => t(`sign_in_experience.custom_ui.${error}`),
    onStored: ({ customUiAssetId }) => field.onChange({ id: customUiAssetId, createdAt: Date.now() }),
  });
  return (
    <FormSection
      title={t('sign_in_experience.custom_ui.title')}
      help={t('sign_in_experience.custom_ui.help')}
    >
      <QuotaNotice feature="bringYourUiEnabled" used={0} />
      <Text isBlock tone={field.value ? 'normal' : 'soft'}>
        {field.value ? t('sign_in_experience.custom_ui.in_use') : t('sign_in_experience.custom_ui.none')}{' '}
        {field.value && <DateText value={field.value.createdAt} />}
      </Text>
      <Row>
        <input
          ref={file}
          type="file"
          hidden
          aria-label={t('sign_in_experience.custom_ui.choose')}
          accept=".zip,application/zip"
          onChange={({ currentTarget }) => {
            take([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
        <WriteButton
          row={signInExperienceRows.uploadCustomUi}
          icon={<Upload />}
          isLoading={isUploading}
          onClick={() => file.current?.click()}
        >
          {t('sign_in_experience.custom_ui.choose')}
        </WriteButton>
        {field.value && (
          <WriteButton row={signInExperienceRows.update} variant="quiet" onClick={() => field.onChange(null)}>
            {t('sign_in_experience.custom_ui.remove')}
          </WriteButton>
        )}
      </Row>
      {problem && (
        <div role="alert">
          <Text tone="danger" size="small">
            {problem}
          </Text>
        </div>
      )}
      {field.value && (
        <Stack>
          {(['scriptSrc', 'connectSrc'] as const).map(name => (
            <FormLines
              key={name}
              form={{ control, labels: form.labels }}
              name={`customUiCsp.${name}`}
              label={t(`sign_in_experience.custom_ui.${name}`)}
              placeholder={t('sign_in_experience.examples.origin')}
              isOptional
            />
          ))}
        </Stack>
      )}
    </FormSection>
  );
};
