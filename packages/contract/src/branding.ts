import { z } from 'zod';
import { url } from './fields.ts';
import { hexColor } from './patterns.ts';

export const color = z.strictObject({
  primaryColor: hexColor,
  isDarkModeEnabled: z.boolean(),
  darkPrimaryColor: hexColor,
});
export type Color = z.infer<typeof color>;

export const branding = z.strictObject({
  logoUrl: url.optional(),
  darkLogoUrl: url.optional(),
  favicon: url.optional(),
  darkFavicon: url.optional(),
});
export type Branding = z.infer<typeof branding>;
