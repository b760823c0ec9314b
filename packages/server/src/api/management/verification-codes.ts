import type { verificationCodes as rows } from '@gatehouse/contract/verification-codes.ts';
import { type CodeIdentifier, checkLastPasscode, sendPasscode } from '../../domain/passcodes.ts';
import { localeOf } from '../../http/errors.ts';
import { ownTransactions } from '../../http/implement.ts';

const templateType = 'Generic';

/** Direct: a try counts also when it fails. */
export const verificationCodes = ownTransactions<typeof rows>({
  async send({ tenant, origin, services, body, request }) {
    const writer = { tenant, origin, vault: services.vault };
    await sendPasscode(writer, { identifier: identifierOf(body), templateType, locale: localeOf(request) });
  },

  async verify({ tenant, origin, body }) {
    const { verificationCode: code } = body;
    await checkLastPasscode({ tenant, origin }, { identifier: identifierOf(body), templateType, code });
  },
});

const identifierOf = (body: { email: string } | { phone: string }): CodeIdentifier =>
  'email' in body ? { type: 'email', value: body.email } : { type: 'phone', value: body.phone };
