import { signInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { z } from 'zod';
import { useT } from '../../phrases.tsx';
import { EditForm } from '../../templates/edit-form.tsx';
import { FormSwitch } from '../../templates/form-field.tsx';
import { FormLines, lines, writtenLines } from '../../templates/form-lines.tsx';
import { useSignInForm } from '../../templates/sign-in-settings.tsx';

const entry = z
  .string()
  .refine(
    text => signInExperience.shape.emailBlocklistPolicy.safeParse({ customBlocklist: [text] }).success,
    { error: 'validation.blocklist_entry' },
  );

const blocklistFields = z.object({
  blockDisposableAddresses: z.boolean(),
  blockSubaddressing: z.boolean(),
  customBlocklist: lines(entry),
  customAllowlist: lines(entry),
});

/** Email addresses that cannot be used to register. */
export const Blocklist = () => {
  const t = useT();
  const form = useSignInForm({
    schema: blocklistFields,
    read: ({ emailBlocklistPolicy }) => ({
      blockDisposableAddresses: false,
      blockSubaddressing: false,
      customBlocklist: [],
      customAllowlist: [],
      ...emailBlocklistPolicy,
    }),
    write: ({ customBlocklist, customAllowlist, ...switches }) => ({
      emailBlocklistPolicy: {
        ...switches,
        customBlocklist: writtenLines(customBlocklist),
        customAllowlist: writtenLines(customAllowlist),
      },
    }),
  });
  return (
    <EditForm form={form} feature="securityFeaturesEnabled">
      <FormSection title={t('security.kinds_title')} help={t('security.kinds_help')}>
        {(['blockDisposableAddresses', 'blockSubaddressing'] as const).map(name => (
          <FormSwitch
            key={name}
            form={form}
            name={name}
            label={t(`security.blocks.${name}.title`)}
            help={t(`security.blocks.${name}.text`)}
          />
        ))}
      </FormSection>
      <FormSection title={t('security.lists_title')} help={t('security.lists_help')}>
        {(['customBlocklist', 'customAllowlist'] as const).map(name => (
          <FormLines
            key={name}
            form={form}
            name={name}
            label={t(`security.lists.${name}.title`)}
            help={t(`security.lists.${name}.text`)}
            placeholder={t('security.lists.placeholder')}
            isOptional
          />
        ))}
      </FormSection>
    </EditForm>
  );
};
