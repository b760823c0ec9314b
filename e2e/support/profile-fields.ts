const part = (name: string, required: boolean) => ({ name, enabled: true, type: 'Text', required });

/** Profile fields a tenant can ask new users for: one of each type. */
export const profileFields = [
  { name: 'company', type: 'Text', label: 'Company', required: true, config: { minLength: 3 } },
  { name: 'age', type: 'Number', label: 'Age', required: false, config: { minValue: 18 } },
  { name: 'birthdate', type: 'Date', required: false, config: { format: 'dd/MM/yyyy' } },
  { name: 'news', type: 'Checkbox', label: 'Send me news', required: false },
  {
    name: 'team',
    type: 'Select',
    label: 'Team',
    required: true,
    config: { options: [{ value: 'a', label: 'Alpha' }, { value: 'b' }] },
  },
  { name: 'website', type: 'Url', required: false },
  { name: 'badge', type: 'Regex', label: 'Badge', required: false, config: { format: '^[A-Z]{2}$' } },
  {
    name: 'address',
    type: 'Address',
    required: false,
    config: { parts: [part('locality', true), part('country', false)] },
  },
  {
    name: 'fullname',
    type: 'Fullname',
    required: true,
    config: { parts: [part('givenName', true), part('familyName', true)] },
  },
];
