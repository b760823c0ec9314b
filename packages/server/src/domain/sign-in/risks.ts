import { createHash } from 'node:crypto';
import { dayMs } from '@gatehouse/contract/duration.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { isChallenged } from '../sentinel.ts';
import type { UserRow } from '../user-row.ts';
import type { Proof, Risk } from './situation.ts';

const longPauseDays = 30;
/** A device that was not used for so long is a new one. */
export const placeDays = 180;

/** The origin of a request, as far as it is known. */
export type Place = {
  /** The value of the cookie that a sign-in leaves behind. */
  device?: string;
  /** Two letters, where the proxy in front of us says it. */
  country?: string;
};

type Situation = {
  isKnownDevice: boolean;
  isNewCountry: boolean;
  lastSignInAt: number | null;
  isChallenged: boolean;
  now: number;
};

/** Finds the reasons why a sign-in is unusual for its user. */
export const findRisks = (situation: Situation): Risk[] => {
  const { isKnownDevice, isNewCountry, lastSignInAt, isChallenged, now } = situation;
  return [
    ...(isKnownDevice ? [] : (['newDevice'] as const)),
    ...(isNewCountry ? (['newCountry'] as const) : []),
    ...(lastSignInAt !== null && now - lastSignInAt > longPauseDays * dayMs
      ? (['longInactivity'] as const)
      : []),
    ...(isChallenged ? (['failedAttempts'] as const) : []),
  ];
};

export const loadRisks = async (
  db: Kysely<Tables>,
  { id, lastSignInAt }: Pick<UserRow, 'id' | 'lastSignInAt'>,
  place: Place,
  proof: Proof | undefined,
) => {
  const known = await db
    .selectFrom('signInPlaces')
    .select(['kind', 'value'])
    .where('userId', '=', id)
    .where('seenAt', '>', Date.now() - placeDays * dayMs)
    .execute();
  const isKnown = (kind: string, value: string) =>
    known.some(seen => seen.kind === kind && seen.value === value);
  const hasCountry = known.some(({ kind }) => kind === 'country');
  const { device, country } = place;
  return findRisks({
    isKnownDevice: device !== undefined && isKnown('device', hashDevice(device)),
    isNewCountry: country !== undefined && hasCountry && !isKnown('country', country),
    lastSignInAt,
    isChallenged: proof?.identifier !== undefined && (await isChallenged(db, proof.identifier)),
    now: Date.now(),
  });
};

/** Reading the database must not allow imitating a known device. */
export const hashDevice = (device: string) => createHash('sha256').update(device).digest('hex');
