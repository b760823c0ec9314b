import { defineAddresses } from '../../addresses.ts';

export const webhookAddresses = defineAddresses('webhooks', {
  webhooks: '',
  createWebhook: 'create',
  webhookRequest: '$id/recent-requests/$logId',
  webhook: { path: '$id', tabs: ['settings', 'recent-requests'] },
});
