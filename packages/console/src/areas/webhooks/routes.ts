import { panel, screen, tabbed } from '../../screen.ts';
import { webhookAddresses } from './addresses.ts';

const { at } = webhookAddresses;

export const webhookRoutes = [
  screen(at.webhooks, () => import('./list.tsx'), 'WebhookList', [
    screen(at.createWebhook, () => import('./create.tsx'), 'CreateWebhook'),
  ]),
  screen(at.webhookRequest, () => import('./request.tsx'), 'WebhookRequest'),
  tabbed(at.webhook, () => import('./detail.tsx'), 'WebhookDetail', {
    settings: panel(() => import('./settings.tsx'), 'WebhookSettings'),
    'recent-requests': panel(() => import('./recent-requests.tsx'), 'WebhookRequests'),
  }),
];
