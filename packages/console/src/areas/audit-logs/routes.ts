import { screen } from '../../screen.ts';

export const auditLogRoutes = [
  screen('', () => import('./list.tsx'), 'AuditLogList'),
  screen('$logId', () => import('./detail.tsx'), 'AuditLogDetail'),
];
