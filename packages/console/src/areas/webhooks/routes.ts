import { redirect, screen } from '../../screen.ts';

export const webhookRoutes = [
  screen('', () => import('./list.tsx'), 'WebhookList', [
    screen('create', () => import('./create.tsx'), 'CreateWebhook'),
  ]),
  screen('$id/recent-requests/$logId', () => import('./request.tsx'), 'WebhookRequest'),
  screen('$id', () => import('./detail.tsx'), 'WebhookDetail', [
    redirect('', 'settings'),
    screen('settings', () => import('./settings.tsx'), 'WebhookSettings'),
    screen('recent-requests', () => import('./recent-requests.tsx'), 'WebhookRequests'),
  ]),
];
