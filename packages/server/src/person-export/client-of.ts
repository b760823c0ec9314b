type Client = { ip?: string | null; userAgent?: string | null };

/** Address and browser belong to the person who acted: an export tells those of its own person alone. */
export const clientOf = (userId: string, actorId: string | undefined, { ip, userAgent }: Client) =>
  actorId === userId ? { ip: ip ?? null, userAgent: userAgent ?? null } : { ip: null, userAgent: null };
