import { screen } from '../../screen.ts';
import { auditLogAddresses } from './addresses.ts';

const { at } = auditLogAddresses;

export const auditLogRoutes = [
  screen(at.auditLogs, () => import('./list.tsx'), 'AuditLogList'),
  screen(at.changes, () => import('./changes.tsx'), 'ChangeList'),
  screen(at.logStreams, () => import('./streams/list.tsx'), 'StreamList', [
    screen(at.createLogStream, () => import('./streams/create.tsx'), 'CreateStream'),
  ]),
  screen(at.logStream, () => import('./streams/detail.tsx'), 'StreamDetail', [
    screen(at.logStream, () => import('./streams/settings.tsx'), 'StreamSettings'),
  ]),
  screen(at.jobs, () => import('./jobs.tsx'), 'JobList'),
  screen(at.auditLog, () => import('./detail.tsx'), 'AuditLogDetail'),
];
