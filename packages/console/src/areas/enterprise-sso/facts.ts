import { z } from 'zod';

/** What the server adds to a connector when it is read, as far as these screens show it. */
const providerFacts = z.object({
  issuer: z.string().optional(),
  authorizationEndpoint: z.string().optional(),
  tokenEndpoint: z.string().optional(),
  jwksUri: z.string().optional(),
  serviceProvider: z
    .object({
      entityId: z.string(),
      assertionConsumerServiceUrl: z.string(),
      singleLogoutServiceUrl: z.string(),
      metadataUrl: z.string(),
      encryptionCertificate: z.string().optional(),
      signingCertificate: z.string().optional(),
    })
    .optional(),
  identityProvider: z
    .object({
      entityId: z.string(),
      signInEndpoint: z.string(),
      certificateExpiresAt: z.number(),
      isCertificateValid: z.boolean(),
    })
    .optional(),
  defaultAttributeMapping: z.record(z.string(), z.string()).optional(),
});

export const factsOf = (providerConfig: Record<string, unknown> | undefined) =>
  providerFacts.safeParse(providerConfig ?? {}).data ?? {};
