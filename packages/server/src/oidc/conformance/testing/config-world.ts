import type { TestApp } from '../../../http/testing/app.ts';
import type { RelyingParty } from './relying-party.ts';

/** What the proof of a field needs: the provider, an application, and all that the provider says of itself. */
export type ConfigWorld = {
  app: TestApp;
  party: RelyingParty;
  metadata: Record<string, unknown> & { issuer: string };
  /** What the provider answers to a request that it refuses. */
  errorOf(parameters: Record<string, string | undefined>): Promise<string | undefined>;
};

/** What each field promises. A field without a promise fails the test: it would be one without a proof. */
export type ConfigPromises = Record<string, (world: ConfigWorld, value: never) => Promise<void>>;
