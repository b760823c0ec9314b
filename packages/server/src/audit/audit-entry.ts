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
    /** Shared by all entries from one authorization request up to its token. */
    signInId?: string;
    [detail: string]: unknown;
  };
};

/** A decision about a step of a sign-in, and its facts. */
export type SignInDecision = {
  signInId: string;
  stage: string;
  userId?: string;
  applicationId?: string;
  /** The rule that objected, with its error. */
  rule?: string;
  code?: string;
  facts: object;
};
