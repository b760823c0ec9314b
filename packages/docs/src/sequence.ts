import { escapeHtml } from '@gatehouse/contract/escape-html.ts';

const columnWidth = 196;
const rowHeight = 44;
const headHeight = 40;
const boxWidth = 140;

type Row = { from: number; to: number; text: string; isAnswer: boolean } | { over: number[]; text: string };

/** Draws the part of Mermaid's sequence diagrams that the documentation uses: participants, messages and notes. */
export const drawSequence = (source: string): string => {
  const lines = source.split('\n').map(line => line.trim());
  if (lines[0] !== 'sequenceDiagram') throw new Error(`Unknown diagram: ${lines[0]}`);
  const participants: { id: string; name: string }[] = [];
  const rows: Row[] = [];
  const indexOf = (id = '') => {
    const index = participants.findIndex(each => each.id === id);
    if (index < 0) throw new Error(`Unknown participant: ${id}`);
    return index;
  };
  for (const line of lines.slice(1).filter(Boolean)) {
    const participant = /^(?:participant|actor) (\w+)(?: as (.+))?$/.exec(line);
    const message = /^(\w+)(-?->>)(\w+): (.+)$/.exec(line);
    const note = /^Note over ([\w,]+): (.+)$/.exec(line);
    if (participant) participants.push({ id: participant[1]!, name: participant[2] ?? participant[1]! });
    else if (message)
      rows.push({
        from: indexOf(message[1]),
        to: indexOf(message[3]),
        text: message[4]!,
        isAnswer: message[2] === '-->>',
      });
    else if (note) rows.push({ over: note[1]!.split(',').map(indexOf), text: note[2]! });
    else throw new Error(`Unknown line in a diagram: ${line}`);
  }
  const width = participants.length * columnWidth;
  const height = headHeight + (rows.length + 1) * rowHeight;
  const names = participants.map(({ name }) => name).join(', ');
  const steps = rows.map(({ text }) => text).join('. ');
  return [
    `<svg class="diagram" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${escapeHtml(`${names}: ${steps}`)}">`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="arrow" d="M0 0 8 4 0 8z"/></marker></defs>',
    ...participants.map(({ name }, index) => drawParticipant(name, index, height)),
    ...rows.map((row, index) => drawRow(row, headHeight + (index + 1) * rowHeight)),
    '</svg>',
  ].join('');
};

const centerOf = (index: number) => index * columnWidth + columnWidth / 2;

const drawParticipant = (name: string, index: number, height: number) => {
  const x = centerOf(index);
  return (
    `<path class="lifeline" d="M${x} ${headHeight}V${height}"/>` +
    `<rect class="box" x="${x - boxWidth / 2}" y="2" width="${boxWidth}" height="${headHeight - 6}" rx="8"/>` +
    `<text class="name" x="${x}" y="${headHeight / 2 + 3}">${escapeHtml(name)}</text>`
  );
};

const drawRow = (row: Row, y: number) => {
  const text = escapeHtml(row.text);
  if ('over' in row) {
    const left = centerOf(Math.min(...row.over)) - boxWidth / 2;
    const right = centerOf(Math.max(...row.over)) + boxWidth / 2;
    return (
      `<rect class="note" x="${left}" y="${y - 20}" width="${right - left}" height="28" rx="6"/>` +
      `<text x="${(left + right) / 2}" y="${y - 2}">${text}</text>`
    );
  }
  const [from, to] = [centerOf(row.from), centerOf(row.to)];
  const end = to + (to > from ? -2 : 2);
  return (
    `<path class="message${row.isAnswer ? ' answer' : ''}" d="M${from} ${y}H${end}" marker-end="url(#arrow)"/>` +
    `<text x="${(from + to) / 2}" y="${y - 9}">${text}</text>`
  );
};
