import {
  type ApplicationSignInExperience,
  applicationSignInExperience,
  applicationSignInExperiences,
} from '@gatehouse/contract/application-sign-in-experience.ts';
import type { ApplicationDetail } from '@gatehouse/contract/applications.ts';
import { clearableUrl } from '@gatehouse/contract/fields.ts';
import { hexColor } from '@gatehouse/contract/patterns.ts';
import { ColorInput } from '@gatehouse/ui/color-input.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { CodeField } from '../../templates/code-field.tsx';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { type Form, FormField, FormSwitch } from '../../templates/form-field.tsx';
import { ImageField } from '../../templates/image-field.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';

const logos = ['logoUrl', 'darkLogoUrl', 'favicon', 'darkFavicon'] as const;
const colors = ['primaryColor', 'darkPrimaryColor'] as const;
const pages = ['termsOfUseUrl', 'privacyPolicyUrl'] as const;
const clearableColor = z.union([hexColor, z.literal('')]);

const brandingFields = z.object({
  displayName: applicationSignInExperience.shape.displayName.unwrap(),
  color: z.object({
    primaryColor: clearableColor,
    darkPrimaryColor: clearableColor,
    isDarkModeEnabled: z.boolean(),
  }),
  branding: z.record(z.enum(logos), clearableUrl),
  termsOfUseUrl: clearableUrl,
  privacyPolicyUrl: clearableUrl,
  customCss: z.string(),
});
type BrandingFields = z.infer<typeof brandingFields>;

const nothing = {
  color: {},
  branding: {},
  customCss: null,
  displayName: null,
  termsOfUseUrl: null,
  privacyPolicyUrl: null,
};

/** Branding of the sign-in pages for users who come from this application. */
export const ApplicationBranding = () => {
  const { id: applicationId } = useEntity<ApplicationDetail>();
  const {
    data,
    failure,
    isMissing: isUnset,
  } = useReadOrFailure(applicationSignInExperiences.read, { params: { applicationId } });
  if (!data && !isUnset) return failure ?? <DelayedLoading />;
  return <Branding saved={data ?? nothing} />;
};

type Saved = Omit<ApplicationSignInExperience, 'tenantId' | 'applicationId'>;

const Branding = ({ saved }: { saved: Saved }) => {
  const t = useT();
  const { isThirdParty } = useEntity<ApplicationDetail>();
  const form = useBrandingForm(saved);
  return (
    <EditForm form={form}>
      <FormSection title={t('applications.branding.name_title')} help={t('applications.branding.name_help')}>
        <FormField
          form={form}
          name="displayName"
          label={t('applications.branding.display_name')}
          help={isThirdParty && t('applications.branding.display_name_help')}
          isOptional
        />
      </FormSection>
      <LogosSection form={form} />
      <ColorsSection form={form} />
      <FormSection
        title={t('applications.branding.pages_title')}
        help={t('applications.branding.pages_help')}
      >
        {pages.map(page => (
          <FormField
            key={page}
            form={form}
            name={page}
            label={t(`applications.branding.pages.${page}`)}
            placeholder={t(`applications.branding.page_placeholders.${page}`)}
            inputMode="url"
            isMono
            isOptional
          />
        ))}
      </FormSection>
      <FormSection title={t('applications.branding.css_title')} help={t('applications.branding.css_help')}>
        <CodeField form={form} name="customCss" label={t('applications.branding.css')} language="css" />
      </FormSection>
    </EditForm>
  );
};

const useBrandingForm = (saved: Saved) => {
  const t = useT();
  const { id: applicationId } = useEntity<ApplicationDetail>();
  const replace = useWrite(applicationSignInExperiences.replace);
  return useEditForm<BrandingFields>({
    schema: brandingFields,
    values: {
      displayName: saved.displayName ?? '',
      color: {
        primaryColor: saved.color.primaryColor ?? '',
        darkPrimaryColor: saved.color.darkPrimaryColor ?? '',
        isDarkModeEnabled: saved.color.isDarkModeEnabled ?? false,
      },
      branding: Object.fromEntries(
        logos.map(logo => [logo, saved.branding[logo] ?? '']),
      ) as BrandingFields['branding'],
      termsOfUseUrl: saved.termsOfUseUrl ?? '',
      privacyPolicyUrl: saved.privacyPolicyUrl ?? '',
      customCss: saved.customCss ?? '',
    },
    savedMessage: t('applications.branding.saved'),
    save: ({ color: { isDarkModeEnabled, ...tones }, branding, ...texts }) =>
      replace.mutateAsync({
        params: { applicationId },
        body: {
          displayName: texts.displayName || null,
          termsOfUseUrl: texts.termsOfUseUrl || null,
          privacyPolicyUrl: texts.privacyPolicyUrl || null,
          customCss: texts.customCss || null,
          color: { isDarkModeEnabled, ...written(tones) },
          branding: written(branding),
        },
      }),
  });
};

const LogosSection = ({ form }: { form: Form<BrandingFields> }) => {
  const t = useT();
  return (
    <FormSection title={t('applications.branding.logos_title')} help={t('applications.branding.logos_help')}>
      <Grid minWidth="280px">
        {logos.map(logo => (
          <FormField
            key={logo}
            form={form}
            name={`branding.${logo}`}
            label={t(`applications.branding.logos.${logo}`)}
            isOptional
          >
            {field => <ImageField {...field} />}
          </FormField>
        ))}
      </Grid>
    </FormSection>
  );
};

const ColorsSection = ({ form }: { form: Form<BrandingFields> }) => {
  const t = useT();
  return (
    <FormSection
      title={t('applications.branding.colors_title')}
      help={t('applications.branding.colors_help')}
    >
      <Grid minWidth="280px">
        {colors.map(color => (
          <FormField
            key={color}
            form={form}
            name={`color.${color}`}
            label={t(`applications.branding.colors.${color}`)}
            isOptional
          >
            {field => <ColorInput {...field} placeholder={t('applications.branding.color_placeholder')} />}
          </FormField>
        ))}
      </Grid>
      <FormSwitch
        form={form}
        name="color.isDarkModeEnabled"
        label={t('applications.branding.dark_mode')}
        help={t('applications.branding.dark_mode_help')}
      />
    </FormSection>
  );
};

/** Without what was left empty. */
const written = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
