import { useEffect, useState } from 'react';
import { type HighlightedLanguage, highlight } from './code-highlighter.ts';
import './highlighted-code.css';

/** Code in colors, plain until its language has loaded. */
export const HighlightedCode = ({ code, language }: { code: string; language: HighlightedLanguage }) => {
  const [shown, setShown] = useState<{ code: string; html: string }>();
  useEffect(() => {
    let isCurrent = true;
    void highlight(code, language).then(html => isCurrent && setShown({ code, html }));
    return () => {
      isCurrent = false;
    };
  }, [code, language]);
  if (shown?.code !== code) return code;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the highlighter escapes the code
  return <span dangerouslySetInnerHTML={{ __html: shown.html }} />;
};
