/** Elements whose content is not shown, and those that end a line. */
const hidden = ['style', 'script', 'head'];
const ending = /^(?:br|\/p|\/div|\/h\d|\/tr)$/;

/**
 * A message in HTML for readers without it. It is read from left to right, once: tenants write templates, and a pattern
 * that looks for the end of a tag from each of its beginnings takes hours for a long one.
 */
export const plainOf = (html: string) =>
  decode(withoutTags(html))
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const withoutTags = (html: string) => {
  // Letters of other alphabets can become two, and then nothing is where it was.
  const lower = html.replace(/[A-Z]+/g, letters => letters.toLowerCase());
  const pieces: string[] = [];
  let at = 0;
  for (;;) {
    const open = html.indexOf('<', at);
    const close = open === -1 ? -1 : html.indexOf('>', open);
    if (close === -1) break;
    pieces.push(html.slice(at, open));
    const [name = ''] = /^\/?[a-z]*\d?/.exec(lower.slice(open + 1, Math.min(close, open + 12))) ?? [];
    if (ending.test(name)) pieces.push('\n');
    const end = hidden.includes(name) ? lower.indexOf(`</${name}`, close) : close + 1;
    // Without an end tag, it extends to the end of the message.
    at = end === -1 ? html.length : end;
  }
  pieces.push(html.slice(at));
  return pieces.join('');
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
const lastCharacter = 0x10ffff;

const decode = (text: string) =>
  text
    .replace(/&#(\d{1,7});/g, (entity, code: string) =>
      Number(code) > lastCharacter ? entity : String.fromCodePoint(Number(code)),
    )
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name] ?? '');
