/** The author of a write, and its channel. */
export type StoredOrigin = {
  actor: {
    kind: 'user' | 'application' | 'system';
    id: string;
    name?: string;
    /** The role of a member of the tenant. */
    role?: string;
  };
  requestId: string;
  via: Via;
  /** The status of the answer, as far as the handler has decided it. */
  status?: number;
  /** The session in which a user writes: it outlives a change of the user's own credentials. */
  sessionUid?: string;
  /** When the secret was made by which an application writes: what it began ends with that secret. */
  secretCreatedAt?: number;
  /** The application that a user writes by, or signs in to. */
  applicationId?: string;
};

/** The part of a request that is passed on: webhooks say where it came from. */
export type Via = {
  method: string;
  path: string;
  route?: string;
  params?: Record<string, string>;
  ip?: string;
  userAgent?: string;
};
