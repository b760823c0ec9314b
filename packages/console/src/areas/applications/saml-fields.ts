import { application } from '@gatehouse/contract/applications.ts';
import { webRedirectUri } from '@gatehouse/contract/redirect-uris.ts';
import {
  nameIdFormats,
  samlApplicationConfig,
  samlBindings,
  samlIdpInitiated,
  signedElements,
} from '@gatehouse/contract/saml.ts';
import { z } from 'zod';
import { customDataText } from '../../templates/custom-data-field.tsx';
import { guardedFields } from './access-rules.ts';

const clearable = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z.union([schema, z.literal('')]);

export const clearableEntityId = clearable(samlApplicationConfig.shape.entityId.unwrap());
export const clearableAcsUrl = clearable(webRedirectUri);

const isCertificate = (text: string) =>
  /-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----/.test(text);

/** The form has the shape of the request, so that the server's complaints find their fields. */
export const samlFields = z.object({
  name: application.shape.name,
  description: z.string(),
  customData: customDataText,
  ...guardedFields,
  entityId: clearableEntityId,
  acsUrl: z.object({ url: clearableAcsUrl }),
  nameIdFormat: z.enum(nameIdFormats),
  signedElement: z.enum(signedElements),
  requestSigning: z
    .object({ certificate: z.string(), isRequired: z.boolean() })
    .refine(
      ({ certificate, isRequired }) => (certificate || isRequired ? isCertificate(certificate) : true),
      {
        path: ['certificate'],
        error: 'application.saml.invalid_certificate_pem_format',
      },
    ),
  singleLogout: z.object({
    url: clearableAcsUrl,
    binding: z.enum(samlBindings),
    responseUrl: clearableAcsUrl,
  }),
  idpInitiated: z.object({ isAllowed: z.boolean(), relayState: samlIdpInitiated.shape.relayState.unwrap() }),
  encryption: z
    .object({ encryptAssertion: z.boolean(), encryptThenSign: z.boolean(), certificate: z.string() })
    .refine(({ encryptAssertion, certificate }) => !encryptAssertion || isCertificate(certificate), {
      path: ['certificate'],
      error: 'application.saml.invalid_certificate_pem_format',
    }),
});
export type SamlFields = z.infer<typeof samlFields>;
