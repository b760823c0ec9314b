import type { ConnectorFactory, FormItem } from '@gatehouse/contract/connectors.ts';
import { logosOf } from './logos.ts';

type Words = {
  id: string;
  target: string;
  name: string;
  description: string;
  logo?: { light: string; dark: string };
  setUp: string;
  formItems: FormItem[];
};

/** Metadata of an email or SMS service. */
export const messageMetadata = (
  type: 'Email' | 'Sms',
  { id, target, name, description, logo, setUp, formItems }: Words,
): ConnectorFactory => ({
  id,
  type,
  target,
  platform: null,
  name: { en: name },
  description: { en: description },
  ...logosOf(logo ?? { light: target, dark: target }),
  readme: setUp,
  formItems,
});
