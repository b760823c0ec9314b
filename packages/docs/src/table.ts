import { escapeHtml } from '@gatehouse/contract/escape-html.ts';

/** A column's heading, and its name without markup for phones, which show rows as blocks. */
type Column = { html: string; name: string };

/** A table of cells with markup. Its roles are named because blocks are no table to a screen reader. */
export const drawTable = (columns: Column[], rows: string[][]) => {
  const head = columns.map(({ html }) => `<th role="columnheader">${html}</th>`).join('');
  const rowOf = (cells: string[]) =>
    cells.map(
      (cell, index) => `<td role="cell" data-label="${escapeHtml(columns[index]!.name)}">${cell}</td>`,
    );
  const body = rows.map(cells => `<tr role="row">${rowOf(cells).join('')}</tr>`).join('');
  return `<div class="table" tabindex="0"><table role="table"><thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${body}</tbody></table></div>`;
};
