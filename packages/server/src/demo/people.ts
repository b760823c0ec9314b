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
const hues = [12, 38, 88, 145, 172, 198, 215, 238, 262, 286, 318, 342];

/** A small abstract picture, so that a demo needs no other site. */
const avatarOf = (random: Random) => {
  const hue = random.pick(hues);
  const circle = (lightness: number) =>
    `<circle cx='${random.below(64)}' cy='${random.below(64)}' r='${18 + random.below(22)}' fill='hsl(${hue} 60% ${lightness}%)'/>`;
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'><rect width='64' height='64' fill='hsl(${hue} 70% 82%)'/>${circle(66)}${circle(50)}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

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
    avatar: avatarOf(random),
    profile: { givenName, familyName, locale: place.locale, zoneinfo: place.zoneinfo },
    customData: random.chance(0.2) ? { newsletter: random.chance(0.5) } : {},
    isSuspended: random.chance(0.01),
    country: place.country,
  };
};

export type Person = ReturnType<typeof createPerson>;
