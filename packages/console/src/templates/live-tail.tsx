import { Button } from '@gatehouse/ui/button.tsx';
import { VisuallyHidden } from '@gatehouse/ui/visually-hidden.tsx';
import { Pause, Radio } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../phrases.tsx';

const everyMs = 3000;

type LiveTailOptions = {
  items: readonly { id: string }[] | undefined;
  refetch: () => Promise<unknown>;
  isPossible: boolean;
};

/** A list that follows new entries. It pauses while the pointer is over it or it is scrolled down. */
export const useLiveTail = ({ items, refetch, isPossible }: LiveTailOptions) => {
  const t = useT();
  const [isWanted, setIsWanted] = useState(false);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const isScrolled = useIsScrolled(isWanted);
  const isOn = isWanted && isPossible;
  const isHeld = isPointedAt || isScrolled;
  const ask = useRef(refetch);
  useEffect(() => {
    ask.current = refetch;
  });
  useEffect(() => {
    if (!isOn || isHeld) return;
    void ask.current();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void ask.current();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isOn, isHeld]);
  const news = useNews(items, isOn);
  if (!isPossible) return {};
  return {
    control: (
      <>
        <Button
          icon={isOn && isHeld ? <Pause /> : <Radio />}
          variant={isOn ? 'primary' : 'secondary'}
          aria-pressed={isOn}
          onClick={() => setIsWanted(!isWanted)}
        >
          {isOn && isHeld ? t('live.held') : t('live.follow')}
        </Button>
        <VisuallyHidden role="status">{news > 0 && t('live.news', { count: news })}</VisuallyHidden>
      </>
    ),
    table: {
      onPointerEnter: () => setIsPointedAt(true),
      onPointerLeave: () => setIsPointedAt(false),
    },
  };
};

/** The number of rows that are new since the previous response. */
const useNews = (items: readonly { id: string }[] | undefined, isOn: boolean) => {
  const [seen, setSeen] = useState(items);
  const [news, setNews] = useState(0);
  if (items !== seen) {
    setSeen(items);
    const before = seen?.[0]?.id;
    const place = items?.findIndex(({ id }) => id === before) ?? 0;
    const isSame = !isOn || before === undefined;
    setNews(isSame ? 0 : place < 0 ? (items?.length ?? 0) : place);
  }
  return news;
};

const useIsScrolled = (isWatched: boolean) => {
  const [isScrolled, setIsScrolled] = useState(false);
  useEffect(() => {
    if (!isWatched) return;
    const look = ({ target }: Event) => {
      if (target instanceof Element && target.matches('main')) setIsScrolled(target.scrollTop > 0);
    };
    document.addEventListener('scroll', look, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', look, { capture: true });
  }, [isWatched]);
  return isScrolled;
};
