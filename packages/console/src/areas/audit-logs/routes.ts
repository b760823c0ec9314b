import { screen } from '../../screen.ts';

export const auditLogRoutes = [
  screen('', () => import('./list.tsx'), 'AuditLogList'),
  screen('changes', () => import('./changes.tsx'), 'ChangeList'),
  screen('$logId', () => import('./detail.tsx'), 'AuditLogDetail'),
];
