import { screen } from '../../screen.ts';

export const auditLogRoutes = [
  screen('', () => import('./list.tsx'), 'AuditLogList'),
  screen('changes', () => import('./changes.tsx'), 'ChangeList'),
  screen('streams', () => import('./streams/list.tsx'), 'StreamList', [
    screen('create', () => import('./streams/create.tsx'), 'CreateStream'),
  ]),
  screen('streams/$id', () => import('./streams/detail.tsx'), 'StreamDetail', [
    screen('', () => import('./streams/settings.tsx'), 'StreamSettings'),
  ]),
  screen('jobs', () => import('./jobs.tsx'), 'JobList'),
  screen('$logId', () => import('./detail.tsx'), 'AuditLogDetail'),
];
