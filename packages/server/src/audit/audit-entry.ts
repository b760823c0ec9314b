import type { AuditKey } from '@gatehouse/contract/audit.ts';
export type AuditEntry = {
  key: AuditKey;
  payload: {
    result: 'Success' | 'Error';
    error?: unknown;
    ip?: string;
    userAgent?: string;
    userId?: string;
    applicationId?: string;
    sessionId?: string;
    [detail: string]: unknown;
  };
};
