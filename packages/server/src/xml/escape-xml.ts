export const escapeXml = (text: string) =>
  text
    // Characters that XML cannot hold at all are left out.
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, character => `&#${character.codePointAt(0)};`);
