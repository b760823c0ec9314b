import { z } from 'zod';
import type { ErrorCode, Violation } from './errors.ts';
import { idSizes } from './ids.ts';

/** The kinds of field that entities are made of. */
export const id = z.string().min(1).max(idSizes.standard);
export const userId = z.string().min(1).max(idSizes.user);

/** An ID that a request names. No format is checked: an ID that cannot exist is not found, like any other. */
export const reference = z.string().min(1).max(1024);

/** As many as one request can name: more would not fit into one statement of the database. */
export const maximumRelated = 5000;
export const idList = z.array(reference).max(maximumRelated);

/** Milliseconds since the epoch, as far as a date can count them. */
export const timestamp = z.number().min(-8.64e15).max(8.64e15);

export const jsonObject = z.record(z.string(), z.unknown());

/** Certificates of others, in PEM form or the lines between. A private key has no place in settings that can be read. */
export const certificates = z
  .string()
  .min(1)
  .max(65_536)
  .refine(text => !/-----BEGIN (?!CERTIFICATE-----)/.test(text), { error: 'validation.certificate' });

/** Trusted instead of the public authorities, for a server with a certificate of one's own: PEM. */
export const certificateAuthority = certificates.regex(/-----BEGIN CERTIFICATE-----/, {
  error: 'validation.certificate',
});

/** Of any scheme that an app can have, but for scripts: pages make links of them, and so do those that others build. */
export const url = z.url({ protocol: /^(?!javascript$|vbscript$)/ }).max(2048);
/** One that a page can show or open: no script, and nothing that carries its content with it. */
export const webUrl = z.url({ protocol: /^https?$/ }).max(2048);
/** A URL that a form can clear. */
export const clearableUrl = z.union([url, z.literal('')]);

/** A text that `null` or an empty text clears. */
export const clearable = <Text extends z.ZodType>(text: Text) =>
  z
    .union([
      text.refine(value => value !== '', { error: 'validation.required' }),
      z.literal('').transform(() => null),
    ])
    .nullable();

/** A list without repetitions. */
export const distinct = <Item extends z.ZodType>(
  list: z.ZodArray<Item>,
  code: ErrorCode | Violation = 'validation.duplicate',
) => list.refine(items => new Set(items).size === items.length, { error: code });

/** Headers sent with a request (RFC 9110, section 5.1). */
export const headerName = z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,128}$/, { error: 'validation.header' });
export const headerValue = z
  .string()
  .min(1)
  .max(4096)
  .regex(/^[^\r\n\0]*$/, { error: 'validation.header' });
