/** Sample data. */
export const applications = [
  { id: 'stf_8w2k1m0q4z', name: 'Storefront', type: 'SPA', seen: '2 minutes ago', signIns: 1204 },
  { id: 'bko_71xz0p3v9d', name: 'Back office', type: 'Traditional web', seen: '14 minutes ago', signIns: 86 },
  { id: 'cou_5t9h2b7r1n', name: 'Courier app', type: 'Native', seen: '1 hour ago', signIns: 412 },
  {
    id: 'nsy_0c4j8k2l6w',
    name: 'Nightly sync',
    type: 'Machine-to-machine',
    seen: 'Today, 03:00',
    signIns: 24,
  },
  { id: 'pay_3m7n1q5x9s', name: 'Payroll', type: 'SAML', seen: 'Yesterday', signIns: 9 },
  { id: 'wik_6f0d4g8h2y', name: 'Wiki', type: 'Protected app', seen: '3 days ago', signIns: 0 },
];
export type Application = (typeof applications)[number];

export const manyApplications: Application[] = Array.from({ length: 1000 }, (_, index) => ({
  id: `app_${String(index).padStart(4, '0')}`,
  name: `Application ${index + 1}`,
  type: 'Native',
  seen: 'Today',
  signIns: index,
}));

export const people = [
  { name: 'Ada Lovelace', email: 'ada@harbour.example' },
  { name: 'Ada Byron', email: 'arslan@harbour.example' },
  { name: 'Tomás Rey', email: 'tomas@harbour.example' },
  { name: 'Ines Duarte', email: 'ines@harbour.example' },
];
