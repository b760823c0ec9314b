import { builtInEmailConfig, builtInEmailId } from '@gatehouse/contract/built-in-email.ts';
import { defineConnector, textItem } from '../connector.ts';
import { messageMetadata } from '../message-metadata.ts';

/**
 * The mail server of the installation sends these, in our words: tenants could send anything in our name otherwise. Only
 * in the cloud edition.
 */
export const builtIn = defineConnector({
  metadata: t =>
    messageMetadata('Email', {
      id: builtInEmailId,
      target: builtInEmailId,
      name: t('names.built_in_email'),
      description: t('descriptions.built_in_email'),
      logo: { light: 'mail', dark: 'mail' },
      setUp: t('set_up.built_in_email'),
      formItems: [
        textItem('senderName', t('labels.sender_name'), { required: false, placeholder: 'Acme' }),
        textItem('companyInformation', t('labels.company_information'), {
          required: false,
          placeholder: 'Acme Inc., 1 Main Street, London',
          description: t('help.company_information'),
        }),
      ],
    }),
  config: builtInEmailConfig,
});
