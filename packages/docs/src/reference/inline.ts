import { escapeHtml } from '@gatehouse/contract/escape-html.ts';

/** A line of a description: code and emphasis, and nothing else of Markdown. */
export const inline = (text: string) =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*(\w+)\*/g, '<em>$1</em>');
