import type { Organization } from '@gatehouse/contract/organizations.ts';
import { ThemedImage } from '@gatehouse/ui/themed-image.tsx';
import { UsersRound } from 'lucide-react';

export const OrganizationLogo = ({ branding }: Pick<Organization, 'branding'>) =>
  branding.logoUrl ? <ThemedImage src={branding.logoUrl} darkSrc={branding.darkLogoUrl} /> : <UsersRound />;
