import { clearableUrl } from '@gatehouse/contract/fields.ts';
import { languageTags } from '@gatehouse/contract/languages.ts';
import { agreeToTermsPolicies, signInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { PreviewSubject, SplitView } from '@gatehouse/ui/split-view.tsx';
import { z } from 'zod';
import { useAddressQuery } from '../../link.tsx';
import { useT } from '../../phrases.tsx';
import { EditForm } from '../../templates/edit-form.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { useSignInExperience, useSignInForm } from '../../templates/sign-in-settings.tsx';
import { LanguageSection } from './language-section.tsx';
import { PhraseEditor } from './phrase-editor.tsx';
import { SignInPreview } from './preview.tsx';

const { agreeToTermsPolicy, supportEmail } = signInExperience.shape;

const contentFields = z.object({
  termsOfUseUrl: clearableUrl,
  privacyPolicyUrl: clearableUrl,
  agreeToTermsPolicy,
  supportEmail: supportEmail.unwrap(),
  supportWebsiteUrl: clearableUrl,
  languageInfo: z.object({ autoDetect: z.boolean(), fallbackLanguage: z.enum(languageTags) }),
});

/**
 * Content of the pages: legal documents, support links and languages. With a language in the URL, its custom text is
 * edited.
 */
export const Content = () => {
  const [query] = useAddressQuery();
  const language = query.get('language');
  return language ? <PhraseEditor key={language} language={language} /> : <ContentForm />;
};

const ContentForm = () => {
  const t = useT();
  const { languageInfo: saved } = useSignInExperience();
  const form = useSignInForm({
    schema: contentFields,
    read: experience => ({
      termsOfUseUrl: experience.termsOfUseUrl ?? '',
      privacyPolicyUrl: experience.privacyPolicyUrl ?? '',
      agreeToTermsPolicy: experience.agreeToTermsPolicy,
      supportEmail: experience.supportEmail ?? '',
      supportWebsiteUrl: experience.supportWebsiteUrl ?? '',
      languageInfo: experience.languageInfo,
    }),
    write: values => ({
      ...values,
      termsOfUseUrl: values.termsOfUseUrl || null,
      privacyPolicyUrl: values.privacyPolicyUrl || null,
      supportEmail: values.supportEmail || null,
      supportWebsiteUrl: values.supportWebsiteUrl || null,
    }),
  });
  return (
    <SplitView
      aside={<SignInPreview unsaved={form.unsaved} page="register" language={saved.fallbackLanguage} />}
    >
      <EditForm form={form}>
        <FormSection title={t('sign_in_experience.terms.title')} help={t('sign_in_experience.terms.help')}>
          {(['termsOfUseUrl', 'privacyPolicyUrl'] as const).map(name => (
            <PreviewSubject key={name} part={name === 'termsOfUseUrl' ? 'terms' : 'privacy'}>
              <FormField
                form={form}
                name={name}
                label={t(`sign_in_experience.terms.${name}`)}
                placeholder={t(`sign_in_experience.examples.${name}`)}
                inputMode="url"
                isOptional
              />
            </PreviewSubject>
          ))}
          <FormField form={form} name="agreeToTermsPolicy" label={t('sign_in_experience.terms.policy')}>
            {field => (
              <RadioCards
                {...field}
                options={agreeToTermsPolicies.map(value => ({
                  value,
                  title: t(`sign_in_experience.terms.policies.${value}.title`),
                  description: t(`sign_in_experience.terms.policies.${value}.text`),
                }))}
              />
            )}
          </FormField>
        </FormSection>
        <FormSection
          title={t('sign_in_experience.support.title')}
          help={t('sign_in_experience.support.help')}
        >
          <PreviewSubject part="support">
            <FormField
              form={form}
              name="supportEmail"
              label={t('sign_in_experience.support.email')}
              placeholder={t('sign_in_experience.examples.email')}
              inputMode="email"
              isOptional
            />
            <FormField
              form={form}
              name="supportWebsiteUrl"
              label={t('sign_in_experience.support.website')}
              placeholder={t('sign_in_experience.examples.website')}
              inputMode="url"
              isOptional
            />
          </PreviewSubject>
        </FormSection>
        <LanguageSection form={form} />
      </EditForm>
    </SplitView>
  );
};
