import { createContext, type ReactNode, use, useLayoutEffect, useState } from 'react';

/** Parts of a title, the most specific first, because a browser tab shows little more than the beginning. */
const order = ['object', 'tab', 'page', 'area', 'tenant'] as const;
type Part = (typeof order)[number];

type AddPart = (part: Part, text: string) => () => void;

const TitleContext = createContext<AddPart | undefined>(undefined);

/** Gives the document the title of the page that is shown. Outside of it, titles are left alone. */
export const DocumentTitle = ({ children }: { children: ReactNode }) => {
  const [add] = useState(createTitle);
  return <TitleContext value={add}>{children}</TitleContext>;
};

/** Says a part of the title for as long as the caller is on the page. */
export const useTitlePart = (part: Part, text: ReactNode) => {
  const add = use(TitleContext);
  const words = typeof text === 'string' ? text : '';
  useLayoutEffect(() => (words ? add?.(part, words) : undefined), [add, part, words]);
};

const createTitle = (): AddPart => {
  const product = document.title;
  const said: { part: Part; text: string }[] = [];
  const write = () => {
    const texts = order.flatMap(part => said.find(known => known.part === part)?.text ?? []);
    document.title = [...new Set([...texts, product])].join(' · ');
  };
  return (part, text) => {
    const entry = { part, text };
    said.push(entry);
    write();
    return () => {
      said.splice(said.indexOf(entry), 1);
      write();
    };
  };
};
