import highlighter from 'highlight.js/lib/core';

/** Each language is its own small piece to load. */
const languages = {
  bash: () => import('highlight.js/lib/languages/bash'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  dart: () => import('highlight.js/lib/languages/dart'),
  env: () => import('highlight.js/lib/languages/ini'),
  go: () => import('highlight.js/lib/languages/go'),
  html: () => import('highlight.js/lib/languages/xml'),
  java: () => import('highlight.js/lib/languages/java'),
  js: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  php: () => import('highlight.js/lib/languages/php'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  swift: () => import('highlight.js/lib/languages/swift'),
  ts: () => import('highlight.js/lib/languages/typescript'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
} as const;

export type HighlightedLanguage = keyof typeof languages;

/** The code as HTML, with its parts in spans. Everything else is escaped. */
export const highlight = async (code: string, language: HighlightedLanguage) => {
  if (!highlighter.getLanguage(language)) {
    highlighter.registerLanguage(language, (await languages[language]()).default);
  }
  // Components have scripts inside their markup.
  if (language === 'html' && !highlighter.getLanguage('javascript')) {
    highlighter.registerLanguage('javascript', (await languages.ts()).default);
  }
  return highlighter.highlight(code, { language }).value;
};
