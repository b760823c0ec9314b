import { contrastBetween, leastContrast } from '@gatehouse/contract/contrast.ts';
import { clearableUrl } from '@gatehouse/contract/fields.ts';
import { darkColorOf } from '@gatehouse/contract/sign-in-defaults.ts';
import { signInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { ColorInput } from '@gatehouse/ui/color-input.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { PreviewSubject, SplitView } from '@gatehouse/ui/split-view.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { CodeField } from '../../templates/code-field.tsx';
import { EditForm } from '../../templates/edit-form.tsx';
import { type Form, FormField, FormSwitch } from '../../templates/form-field.tsx';
import { writtenLines } from '../../templates/form-lines.tsx';
import { ImageField } from '../../templates/image-field.tsx';
import { useSignInExperience, useSignInForm } from '../../templates/sign-in-settings.tsx';
import { CustomUi, customUiFields } from './custom-ui.tsx';
import { SignInPreview } from './preview.tsx';

const logos = ['logoUrl', 'darkLogoUrl'] as const;
const favicons = ['favicon', 'darkFavicon'] as const;
const pictures = [...logos, ...favicons] as const;
type Picture = (typeof pictures)[number];

const brandingFields = z.object({
  color: signInExperience.shape.color,
  branding: z.record(z.enum(pictures), clearableUrl),
  customCss: z.string().max(64 * 1024),
  ...customUiFields,
});

/** Background colors of the pages. */
const grounds = { light: '#FFFFFF', dark: '#17181C' };

type BrandingValues = z.infer<typeof brandingFields>;

const useBrandingForm = () =>
  useSignInForm({
    schema: brandingFields,
    read: ({ color, branding, customCss, customUiAssets, customUiCsp }) => ({
      color,
      branding: Object.fromEntries(pictures.map(name => [name, branding[name] ?? ''])) as Record<
        Picture,
        string
      >,
      customCss: customCss ?? '',
      customUiAssets,
      customUiCsp: { scriptSrc: customUiCsp.scriptSrc ?? [], connectSrc: customUiCsp.connectSrc ?? [] },
    }),
    write: ({ color, branding, customCss, customUiAssets, customUiCsp }) => ({
      color,
      branding: Object.fromEntries(Object.entries(branding).filter(([, url]) => url !== '')),
      customCss: customCss || null,
      customUiAssets,
      customUiCsp: {
        scriptSrc: writtenLines(customUiCsp.scriptSrc),
        connectSrc: writtenLines(customUiCsp.connectSrc),
      },
    }),
  });

export const Branding = () => {
  const t = useT();
  const { languageInfo } = useSignInExperience();
  const form = useBrandingForm();
  return (
    <SplitView aside={<SignInPreview unsaved={form.unsaved} language={languageInfo.fallbackLanguage} />}>
      <EditForm form={form}>
        <ColorSection form={form} />
        <FormSection title={t('sign_in_experience.logo_title')} help={t('sign_in_experience.logo_help')}>
          <Grid minWidth="240px">
            <PreviewSubject part="logo">
              {logos.map(name => (
                <PictureField key={name} form={form} name={name} />
              ))}
            </PreviewSubject>
            {favicons.map(name => (
              <PictureField key={name} form={form} name={name} />
            ))}
          </Grid>
        </FormSection>
        <FormSection title={t('sign_in_experience.css_title')} help={t('sign_in_experience.css_help')}>
          <CodeField
            form={form}
            name="customCss"
            label={t('sign_in_experience.custom_css')}
            language="css"
            minLines={10}
          />
        </FormSection>
        <CustomUi form={form} />
        <OtherBrandings />
      </EditForm>
    </SplitView>
  );
};

const PictureField = ({ form, name }: { form: Form<BrandingValues>; name: Picture }) => {
  const t = useT();
  return (
    <FormField
      form={form}
      name={`branding.${name}`}
      label={t(`sign_in_experience.pictures.${name}`)}
      isOptional
    >
      {field => <ImageField {...field} />}
    </FormField>
  );
};

const ColorSection = ({
  form,
}: {
  form: Form<BrandingValues> & Pick<UseFormReturn<BrandingValues>, 'setValue'>;
}) => {
  const t = useT();
  const { primaryColor, isDarkModeEnabled, darkPrimaryColor } = useWatch({
    control: form.control,
    name: 'color',
  });
  const contrastHelp = (color: string, ground: string) => {
    const contrast = contrastBetween(color, ground);
    if (contrast === undefined) return undefined;
    const values = { ratio: Math.round(contrast * 10) / 10 };
    return t(`sign_in_experience.contrast.${contrast < leastContrast ? 'low' : 'good'}`, values);
  };
  return (
    <FormSection title={t('sign_in_experience.color_title')} help={t('sign_in_experience.color_help')}>
      <PreviewSubject part="submit">
        <FormField
          form={form}
          name="color.primaryColor"
          label={t('sign_in_experience.primary_color')}
          help={contrastHelp(primaryColor, grounds.light)}
        >
          {field => <ColorInput {...field} />}
        </FormField>
      </PreviewSubject>
      <FormSwitch
        form={form}
        name="color.isDarkModeEnabled"
        label={t('sign_in_experience.dark_mode')}
        help={t('sign_in_experience.dark_mode_help')}
      />
      {isDarkModeEnabled && (
        <PreviewSubject part="submit">
          <FormField
            form={form}
            name="color.darkPrimaryColor"
            label={t('sign_in_experience.dark_primary_color')}
            help={contrastHelp(darkPrimaryColor, grounds.dark)}
          >
            {field => <ColorInput {...field} />}
          </FormField>
        </PreviewSubject>
      )}
      {isDarkModeEnabled && contrastBetween(primaryColor, grounds.light) !== undefined && (
        <div>
          <Button
            size="small"
            onClick={() =>
              form.setValue('color.darkPrimaryColor', darkColorOf(primaryColor), { shouldDirty: true })
            }
          >
            {t('sign_in_experience.derive_dark')}
          </Button>
        </div>
      )}
    </FormSection>
  );
};

const OtherBrandings = () => {
  const t = useT();
  return (
    <FormSection title={t('sign_in_experience.others_title')} help={t('sign_in_experience.others_help')}>
      <Text tone="soft" isBlock>
        {t('sign_in_experience.others_text')}
      </Text>
      <div>
        <TextLink href={paths.applications()}>{t('sign_in_experience.to_applications')}</TextLink>
        {' · '}
        <TextLink href={paths.organizations()}>{t('sign_in_experience.to_organizations')}</TextLink>
      </div>
    </FormSection>
  );
};
