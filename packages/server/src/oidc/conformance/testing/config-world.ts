import type { TestApp } from '../../../http/testing/app.ts';
import type { RelyingParty } from './relying-party.ts';

/** The context for verifying a metadata field: the provider, an application, and the provider's metadata. */
export type ConfigWorld = {
  app: TestApp;
  party: RelyingParty;
  metadata: Record<string, unknown> & { issuer: string };
  /** Returns the error code of a refused request. */
  errorOf(parameters: Record<string, string | undefined>): Promise<string | undefined>;
};

/** Checks for each metadata field. A field without one fails the test because nothing would verify it. */
export type ConfigPromises = Record<string, (world: ConfigWorld, value: never) => Promise<void>>;
