import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from './link.tsx';
import styles from './step-list.module.css';
import { useCurrentInSight } from './use-current-in-sight.ts';

export type Step = {
  /** Names the section, in the address too. */
  id: string;
  label: ReactNode;
  isDone?: boolean;
  content: ReactNode;
};

/** The section that is read: the last one whose beginning is in the upper part of the window. */
const useReadSection = (ids: readonly string[]) => {
  const [current, setCurrent] = useState(ids[0]);
  const key = ids.join(' ');
  useEffect(() => {
    const sections = key.split(' ').flatMap(id => document.getElementById(id) ?? []);
    const inSight = new Set<string>();
    const observer = new IntersectionObserver(
      entries => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inSight.add(target.id);
          else inSight.delete(target.id);
        }
        const first = sections.find(({ id }) => inSight.has(id));
        if (first) setCurrent(first.id);
      },
      { rootMargin: '0px 0px -60% 0px' },
    );
    for (const section of sections) observer.observe(section);
    return () => observer.disconnect();
  }, [key]);
  return current;
};

const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/** Shows the section in the address, also while parts of the page are loaded, until the reader moves. */
const useSectionOfAddress = () =>
  useEffect(() => {
    const section = document.getElementById(window.location.hash.slice(1));
    if (!section?.parentElement) return;
    const reader = new AbortController();
    const growth = new ResizeObserver(() => section.scrollIntoView());
    growth.observe(section.parentElement);
    reader.signal.addEventListener('abort', () => growth.disconnect());
    for (const move of moves)
      window.addEventListener(move, () => reader.abort(), { signal: reader.signal, passive: true });
    return () => reader.abort();
  }, []);

/** Several steps on one page, listed beside them. On a phone the list is a line above them. */
export const StepList = ({ label, steps }: { label: string; steps: Step[] }) => {
  const current = useReadSection(steps.map(({ id }) => id));
  const list = useCurrentInSight(current);
  useSectionOfAddress();
  return (
    <div className={styles.way}>
      <nav ref={list} className={styles.nav} aria-label={label}>
        <ol className={styles.steps}>
          {steps.map(({ id, label: name, isDone }, index) => (
            <li key={id}>
              <Link
                href={`#${id}`}
                className={styles.step}
                aria-current={id === current ? 'step' : undefined}
              >
                <span className={styles.mark} data-done={isDone || undefined}>
                  {isDone ? <Check aria-hidden /> : index + 1}
                </span>
                <span className={styles.name}>{name}</span>
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.content}>
        {steps.map(({ id, content }) => (
          <div key={id} id={id} className={styles.section}>
            {content}
          </div>
        ))}
      </div>
    </div>
  );
};
