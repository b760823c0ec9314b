import type { Passage } from '../pages.ts';
import { createSearchIndex } from '../search-index.ts';

const mostResults = 8;
const { search: source = '', pages: addresses = '' } = document.documentElement.dataset;

type Search = (words: string) => Passage[];

/** The index is loaded and built when the reader turns to the field. */
const load = async (): Promise<Search> => {
  const passages = (await (await fetch(source)).json()) as Passage[];
  const byId = new Map(passages.map(passage => [passage.id, passage]));
  const index = createSearchIndex(passages);
  return words =>
    index
      .search(words)
      .slice(0, mostResults)
      .flatMap(({ id }) => byId.get(id) ?? []);
};

export const addSearch = () => {
  const field = document.querySelector<HTMLInputElement>('.search input')!;
  const list = document.querySelector<HTMLElement>('#results')!;
  let search: Promise<Search> | undefined;
  let selected = 0;

  const options = () => [...list.querySelectorAll<HTMLAnchorElement>('a')];
  const select = (index: number) => {
    const all = options();
    selected = (index + all.length) % Math.max(all.length, 1);
    for (const [each, option] of all.entries())
      option.setAttribute('aria-selected', String(each === selected));
    field.setAttribute('aria-activedescendant', all[selected]?.id ?? '');
    all[selected]?.scrollIntoView({ block: 'nearest' });
  };
  const close = () => {
    list.hidden = true;
    field.setAttribute('aria-expanded', 'false');
  };
  const update = async () => {
    const words = field.value.trim();
    search ??= load();
    const find = await search;
    // The reader may have typed on while the index was loading.
    if (words !== field.value.trim()) return;
    if (!words) return close();
    const found = find(words);
    list.replaceChildren(...(found.length > 0 ? found.map(optionOf) : [nothingFound(words)]));
    list.hidden = false;
    field.setAttribute('aria-expanded', 'true');
    select(0);
  };

  field.addEventListener('focus', () => {
    search ??= load();
  });
  field.addEventListener('input', () => void update());
  field.addEventListener('keydown', event => {
    if (event.key === 'ArrowDown') select(selected + 1);
    else if (event.key === 'ArrowUp') select(selected - 1);
    else if (event.key === 'Enter') options()[selected]?.click();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  });
  document.addEventListener('click', event => {
    if (!(event.target as Element).closest('.search')) close();
  });
  list.addEventListener('click', close);
  document.addEventListener('keydown', event => {
    const isTyping = (event.target as Element).matches('input, textarea');
    const isShortcut = event.key === '/' || ((event.metaKey || event.ctrlKey) && event.key === 'k');
    if (!isShortcut || (isTyping && event.key === '/')) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
};

const optionOf = ({ id, slug, title, heading, text }: Passage, index: number) => {
  const option = document.createElement('a');
  option.id = `result-${index}`;
  option.setAttribute('role', 'option');
  option.href = `${addresses.replace('{slug}', slug)}#${id.split('#')[1]}`;
  const name = document.createElement('strong');
  name.textContent = heading === title ? title : `${title} › ${heading}`;
  const excerpt = document.createElement('span');
  excerpt.textContent = text
    .replace(/```[\s\S]*?```|^\|.*$/gm, ' ')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/^ *(?:[-*]|\d+\.) /gm, '')
    .replace(/[*`#>]/g, '')
    .replace(/\s+/g, ' ')
    .slice(0, 140);
  option.append(name, excerpt);
  return option;
};

const nothingFound = (words: string) => {
  const note = document.createElement('p');
  note.textContent = `No results for “${words}”.`;
  return note;
};
