/** Names that look like another name, like nothing, or like more than one line. */
export const hiddenNames = [
  '\u200FBank',
  'Bank\u200E',
  'Ba\u200Bnk',
  'Ba\u200Dnk',
  'Ba\u200Cnk',
  'Bank\u061C',
  'Bank\uFEFF',
  'Ba\u00ADnk',
  'Bank\u2066',
  '\u3164',
  '\u2800',
  'Bank\u2028Agree',
  'Bank\u{E0041}',
  `Bank${'\u0300'.repeat(40)}`,
];

/** Names that need such characters to be written at all. */
export const joinedNames = ['می‌خواهم', 'क्‍ष', '👩‍💻 Tools', '❤️ Café', 'Crème brûlée', 'ไทยกี่', 'שָׁלוֹם'];
