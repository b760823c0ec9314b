/** A user and a session as the identity provider knows them. */
export type SamlSession = { nameId: string; nameIdFormat: string | null; sessionIndex: string | null };
