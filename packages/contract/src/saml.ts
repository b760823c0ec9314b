import { z } from 'zod';
import { certificates, id, timestamp, webUrl } from './fields.ts';
import { webRedirectUri } from './redirect-uris.ts';

export const samlBindings = {
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
} as const;

export const nameIdFormats = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  emailAddress: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
} as const;

/** Only HTTP-POST carries our assertions; the other binding is known so that its error can be reported. */
export const samlAcsUrl = z.strictObject({
  binding: z.enum(samlBindings).refine(binding => binding === samlBindings.post, {
    error: 'application.saml.acs_url_binding_not_supported',
  }),
  url: webRedirectUri,
});

export const samlEncryption = z
  .strictObject({
    encryptAssertion: z.boolean().optional(),
    encryptThenSign: z.boolean().optional(),
    certificate: certificates.optional(),
  })
  .refine(
    ({ encryptAssertion, encryptThenSign, certificate }) =>
      !encryptAssertion || (encryptThenSign !== undefined && certificate !== undefined),
    { error: 'validation.encryption_incomplete' },
  );

export const signedElements = ['Assertion', 'Response', 'Both'] as const;

/**
 * Verification of requests from the service provider. Several certificates are accepted, so that it can rotate them.
 */
export const samlRequestSigning = z.strictObject({
  certificate: certificates,
  isRequired: z.boolean(),
});

/** Sign-in that begins at our address for the application, without a request of the service provider. */
export const samlIdpInitiated = z.strictObject({ relayState: z.string().max(1024).optional() });

/** The single logout endpoint of the service provider. Responses can go to another URL than requests. */
export const samlSingleLogout = z.strictObject({
  binding: z.enum(samlBindings),
  url: webRedirectUri,
  responseUrl: webRedirectUri.optional(),
});
export type SamlSingleLogout = z.infer<typeof samlSingleLogout>;

/** More addresses that take assertions. Requests name them by their index or as they are. */
export const samlOtherAcsUrl = z.strictObject({
  url: webRedirectUri,
  index: z.number().int().min(0).max(65_535).optional(),
});

export const samlApplicationConfig = z.strictObject({
  /** Claim → name of the SAML attribute. */
  attributeMapping: z.record(z.string().min(1), z.string().min(1)),
  entityId: z.string().min(1).max(1024).nullable(),
  acsUrl: samlAcsUrl.nullable(),
  encryption: samlEncryption.nullable(),
  nameIdFormat: z.enum(nameIdFormats),
  signedElement: z.enum(signedElements),
  requestSigning: samlRequestSigning.nullable(),
  idpInitiated: samlIdpInitiated.nullable(),
  singleLogout: samlSingleLogout.nullable(),
  otherAcsUrls: z.array(samlOtherAcsUrl).max(50),
  /** Read every day. */
  metadataUrl: webUrl.nullable(),
});
export type SamlApplicationConfig = z.infer<typeof samlApplicationConfig>;

/** A signing key of a SAML application with its certificate, both PEM. */
export const samlSecret = z.object({
  tenantId: id,
  id,
  applicationId: id,
  privateKey: z.string().min(1),
  certificate: z.string().min(1),
  createdAt: timestamp,
  expiresAt: timestamp,
  active: z.boolean(),
});

/** A certificate as its managers see it; the private key never leaves. */
export const samlCertificate = samlSecret
  .omit({ tenantId: true, applicationId: true, privateKey: true })
  .extend({
    fingerprints: z.object({ sha256: z.object({ formatted: z.string(), unformatted: z.string() }) }),
  });
export type SamlCertificate = z.infer<typeof samlCertificate>;

export const defaultCertificateYears = 3;
