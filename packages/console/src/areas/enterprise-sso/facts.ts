import { z } from 'zod';

/** Fields that the server adds to a connector in its response and these screens show. */
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
