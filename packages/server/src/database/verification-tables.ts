import type { Generated } from 'kysely';
import type { DefaultJson, TenantRow } from './row-types.ts';

/** Pending and completed verifications. */
export type VerificationTables = {
  passcodes: Passcodes;
  verificationRecords: VerificationRecords;
  signInPlaces: SignInPlaces;
  lockLinks: LockLinks;
};

type Passcodes = TenantRow<{
  id: string;
  codeHash: string;
  identifierType: string;
  identifierValue: string;
  templateType: string | null;
  tries: Generated<number>;
  isUsed: Generated<boolean>;
  expiresAt: number;
}>;

type VerificationRecords = TenantRow<{
  id: string;
  userId: string;
  type: string;
  identifierType: string | null;
  identifierValue: string | null;
  isVerified: Generated<boolean>;
  data: DefaultJson;
  expiresAt: number;
}>;

/** Devices and countries from which users have signed in before. */
type SignInPlaces = TenantRow<{
  userId: string;
  kind: 'device' | 'country';
  value: string;
  seenAt: Generated<number>;
}>;

/** Links in security notices that lock the account. */
type LockLinks = TenantRow<{
  tokenHash: string;
  userId: string;
  notice: string;
  createdAt: Generated<number>;
  expiresAt: number;
}>;
