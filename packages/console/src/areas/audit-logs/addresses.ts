import { defineAddresses } from '../../addresses.ts';

export const auditLogAddresses = defineAddresses('audit-logs', {
  auditLogs: '',
  changes: 'changes',
  logStreams: 'streams',
  createLogStream: 'streams/create',
  logStream: 'streams/$id',
  jobs: 'jobs',
  auditLog: '$logId',
});
