import type { PublicSignInExperience } from '@gatehouse/contract/well-known.ts';
import type { Kysely } from 'kysely';
import { openConfig } from '../connectors/sealed-config.ts';
import { google } from '../connectors/social/google.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';

type Config = { clientId: string; oneTap?: { isEnabled?: boolean } };

/** The settings for Google's script, if one of the offered connectors uses One Tap. */
export const loadOneTap = async (
  db: Kysely<Tables>,
  vault: Vault,
  offered: PublicSignInExperience['socialConnectors'],
): Promise<Pick<PublicSignInExperience, 'googleOneTap'>> => {
  const connectors = await db
    .selectFrom('connectors')
    .select(['id', 'config'])
    .where('connectorId', '=', google.metadata.id)
    .execute();
  for (const { id, config } of connectors.filter(connector =>
    offered.some(({ id }) => id === connector.id),
  )) {
    const { clientId, oneTap } = openConfig(vault, config) as Config;
    if (oneTap?.isEnabled) return { googleOneTap: { ...oneTap, isEnabled: true, clientId, connectorId: id } };
  }
  return {};
};

/** Google's script, and the places that it needs (developers.google.com/identity/gsi/web: content security policy). */
export const oneTapScript = (addressOf: (url: string) => string) => {
  const place = addressOf('https://accounts.google.com/gsi/');
  return {
    url: `${place}client`,
    sources: { script: `${place}client`, style: `${place}style`, frame: place },
  };
};
