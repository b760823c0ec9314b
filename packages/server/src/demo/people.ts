import type { MfaVerification } from '@gatehouse/contract/mfa.ts';
import type { Vault } from '../database/vault.ts';
import type { Random } from './random.ts';

const givenNames =
  'Ada Aiko Amara Amir Ana Anders Aylin Bruno Carla Chen Chidi Dana Daniel Diego Elena Emil Esra Farah Felix Freya Grace Hana Henrik Ines Ivan Jana Joao Jonas Kaito Kamala Karim Lara Leila Leo Lina Luca Maja Malik Marta Mateo Mei Mila Mina Nadia Nils Noor Olga Omar Oskar Paula Petra Priya Rafael Rania Rosa Samir Sara Sofia Stefan Sven Tariq Thea Tomas Uma Valentina Viktor Wei Yara Yuki Zoe'.split(
    ' ',
  );
const familyNames =
  'Abe Adeyemi Almeida Andersen Aslan Bakker Baran Becker Bianchi Brandt Castro Cohen Costa Dahl Demir Diallo Dubois Eriksen Fischer Fontaine Fujita Garcia Greco Gupta Haddad Hansen Horvat Ibrahim Ito Jansen Kaya Keller Khan Kim Kowalska Kumar Larsen Lehmann Lind Lopez Mansour Martin Mensah Meyer Moreau Mori Nakamura Navarro Novak Okafor Olsen Park Patel Pereira Petrov Popescu Rossi Sato Schmidt Silva Singh Sokolova Suzuki Tanaka Toth Vega Virtanen Weber Wong Yilmaz Zhang'.split(
    ' ',
  );
const places = [
  { locale: 'de-DE', zoneinfo: 'Europe/Berlin', country: 'DE', prefix: '49151' },
  { locale: 'fr-FR', zoneinfo: 'Europe/Paris', country: 'FR', prefix: '33612' },
  { locale: 'en-GB', zoneinfo: 'Europe/London', country: 'GB', prefix: '44770' },
  { locale: 'en-US', zoneinfo: 'America/New_York', country: 'US', prefix: '1202555' },
  { locale: 'pt-BR', zoneinfo: 'America/Sao_Paulo', country: 'BR', prefix: '55119' },
  { locale: 'ja-JP', zoneinfo: 'Asia/Tokyo', country: 'JP', prefix: '8190' },
];
/** Reserved for examples by RFC 2606: no real mailbox can be reached. */
const mailDomains = ['harbour.example', 'mail.example', 'post.example', 'studio.example'];

/** A believable person; the number keeps usernames and addresses apart. */
export const createPerson = (random: Random, number: number) => {
  const givenName = random.pick(givenNames);
  const familyName = random.pick(familyNames);
  const place = random.pick(places);
  const handle = `${givenName}.${familyName}${number}`.toLowerCase();
  return {
    id: random.id(12),
    username: random.chance(0.6) ? handle.replaceAll('.', '_') : null,
    primaryEmail: `${handle}@${random.pick(mailDomains)}`,
    primaryPhone: random.chance(0.3) ? `${place.prefix}${String(number).padStart(6, '0')}` : null,
    name: `${givenName} ${familyName}`,
    profile: { givenName, familyName, locale: place.locale, zoneinfo: place.zoneinfo },
    customData: random.chance(0.2) ? { newsletter: random.chance(0.5) } : {},
    isSuspended: random.chance(0.01),
    country: place.country,
  };
};

/** How a person signs in. The passwords, the passkeys and the keys of the apps are random: they fit nothing. */
export const createCredentials = (random: Random, vault: Vault, createdAt: number) => {
  const hasPassword = random.chance(0.7);
  const provider = random.chance(0.35) ? random.pick(['google', 'github', 'apple']) : undefined;
  const proof = () => ({ id: random.id(21), createdAt: new Date(createdAt).toISOString() });
  const totp: MfaVerification = { ...proof(), type: 'Totp', key: vault.seal(random.id(32)) };
  const passkey: MfaVerification = {
    ...proof(),
    type: 'WebAuthn',
    credentialId: random.id(32),
    publicKey: random.id(64),
    counter: 0,
    agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
  };
  return {
    passwordEncrypted: hasPassword ? random.id(64) : null,
    passwordEncryptionMethod: hasPassword ? 'SHA256' : null,
    identities: provider ? { [provider]: { userId: random.id(10) } } : {},
    mfaVerifications: [...(random.chance(0.2) ? [totp] : []), ...(random.chance(0.15) ? [passkey] : [])],
  };
};

export type Person = ReturnType<typeof createPerson>;
