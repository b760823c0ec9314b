import { CenteredPage } from '@gatehouse/ui/centered-page.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { Logo } from '@gatehouse/ui/logo.tsx';
import { type ReactNode, useEffect } from 'react';
import { applicationName, data, t } from './data.ts';

type FrameProps = { title: string; description?: ReactNode; footer?: ReactNode; children?: ReactNode };

/** The card that every page is: the tenant's or application's logo, a title, and a way to get help. */
export const Frame = ({ title, description, footer, children }: FrameProps) => {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <CenteredPage
      logo={<BrandLogo />}
      title={title}
      description={description}
      footer={
        <>
          {footer}
          <SupportLink />
        </>
      }
    >
      {children}
    </CenteredPage>
  );
};

const BrandLogo = () => {
  const { logoUrl, darkLogoUrl } = { ...data.signInExperience.branding, ...data.application?.branding };
  if (!logoUrl) return <Logo size={28} />;
  return (
    <picture>
      {darkLogoUrl && data.signInExperience.color.isDarkModeEnabled && (
        <source media="(prefers-color-scheme: dark)" srcSet={darkLogoUrl} />
      )}
      <img src={logoUrl} alt={applicationName ?? ''} height={36} />
    </picture>
  );
};

const SupportLink = () => {
  const { supportEmail, supportWebsiteUrl } = data.signInExperience;
  const href = supportWebsiteUrl ?? (supportEmail && `mailto:${supportEmail}`);
  if (!href) return null;
  return (
    <p>
      {t('support.need_help')} <TextLink href={href}>{t('support.contact')}</TextLink>
    </p>
  );
};

/** Terms and privacy that going on agrees to. */
export const Terms = () => {
  const { termsOfUseUrl, privacyPolicyUrl } = data.signInExperience;
  const documents = [
    termsOfUseUrl && { href: termsOfUseUrl, label: t('terms.terms_of_use') },
    privacyPolicyUrl && { href: privacyPolicyUrl, label: t('terms.privacy_policy') },
  ].filter(document => !!document);
  if (documents.length === 0) return null;
  // The sentence keeps its order in every language; the links take the places of their names.
  const [first, second] = documents;
  const sentence = second
    ? t('terms.automatic', { terms: '[0]', privacy: '[1]' })
    : t('terms.automatic_single', { document: '[0]' });
  const links: Readonly<Record<string, typeof first>> = { '[0]': first, '[1]': second };
  return (
    <p>
      {sentence.split(/(\[\d\])/).map(part => {
        const link = links[part];
        return link ? (
          <TextLink key={part} href={link.href} target="_blank">
            {link.label}
          </TextLink>
        ) : (
          part
        );
      })}
    </p>
  );
};
