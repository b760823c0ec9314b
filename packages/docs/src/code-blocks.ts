import type { Page } from './pages.ts';

/**
 * A fenced block. Its first word is the language, the second says how it is proven: `run` blocks are run by a test, in
 * their order on the page; `outside` blocks need something that a test does not have.
 */
export type CodeBlock = { slug: string; language: string; proof: string; code: string };

export const codeBlocksOf = ({ slug, markdown }: Pick<Page, 'slug' | 'markdown'>): CodeBlock[] =>
  [...markdown.matchAll(/^( *)```([^\n]*)\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', info = '', body = '']) => {
      const [language = '', proof = ''] = info.trim().split(' ');
      const code = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
      return { slug, language, proof, code };
    },
  );
