type Client = { ip?: string | null; userAgent?: string | null };

/** Address and browser belong to the user who acted: an export contains only those of its own user. */
export const clientOf = (userId: string, actorId: string | undefined, { ip, userAgent }: Client) =>
  actorId === userId ? { ip: ip ?? null, userAgent: userAgent ?? null } : { ip: null, userAgent: null };
