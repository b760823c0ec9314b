import { CenteredPage } from '@gatehouse/ui/centered-page.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { Logo } from '@gatehouse/ui/logo.tsx';
import { type ReactNode, useEffect } from 'react';
import { applicationName, data, t } from './data.ts';
import { darkMedia } from './theme.ts';

type FrameProps = {
  title: string;
  description?: ReactNode;
  footer?: ReactNode;
  /** In place of the brand alone. */
  logo?: ReactNode;
  children?: ReactNode;
};

/** The card that every page is: the tenant's or application's logo, a title, and a way to get help. */
export const Frame = ({ title, description, footer, logo, children }: FrameProps) => {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <CenteredPage
      logo={logo ?? <BrandLogo />}
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

export const BrandLogo = () => {
  const { logoUrl, darkLogoUrl } = { ...data.signInExperience.branding, ...data.application?.branding };
  if (!logoUrl) return <Logo size={28} />;
  return (
    <picture>
      {darkLogoUrl && darkMedia() && <source media={darkMedia()} srcSet={darkLogoUrl} />}
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
