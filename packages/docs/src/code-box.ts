import { escapeHtml } from '@gatehouse/contract/escape-html.ts';
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import csharp from 'highlight.js/lib/languages/csharp';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

/** Languages of code blocks, with the names that their fences use. */
const languages = {
  sh: bash,
  csharp,
  go,
  http,
  ini,
  java,
  json,
  python,
  sql,
  ts: typescript,
  tsx: typescript,
  js: typescript,
  html: xml,
  xml,
  yaml,
};
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** A block of code with a button that copies it. */
export const codeBox = (code: string, language: string, attributes = '') => {
  const html = language in languages ? hljs.highlight(code, { language }).value : escapeHtml(code);
  return `<div class="code"${attributes}><pre tabindex="0"><code>${html}</code></pre><button type="button" class="copy">Copy</button></div>`;
};
