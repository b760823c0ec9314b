/** From the left and the bottom of the page, in points. */
type PdfText = { text: string; x: number; y: number; size: number; isStrong?: boolean };

/** A page of A4. Its fonts are those that every reader of PDF has, and know Western letters only. */
export const drawPdf = (texts: readonly PdfText[]) => {
  const content = texts
    .map(
      ({ text, x, y, size, isStrong }) =>
        `BT /${isStrong ? 'B' : 'R'} ${size} Tf ${x} ${y} Td (${encode(text)}) Tj ET`,
    )
    .join('\n');
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /R 5 0 R /B 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ]);
};

/** Numbered objects, and a table that tells at which byte each begins (ISO 32000-1, section 7.5). */
const assemble = (objects: readonly string[]) => {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}` +
      `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
};

/** One byte per letter. The dash between two days has its own place. */
const encode = (text: string) =>
  text
    .replace(/–/g, '\x96')
    .replace(/[^\x20-\x7e\x96\xa0-\xff]/g, '?')
    .replace(/[\\()]/g, '\\$&');
