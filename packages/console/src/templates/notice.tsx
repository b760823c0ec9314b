import type { NoticeFlag } from '@gatehouse/contract/preferences.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import type { ReactNode } from 'react';
import { useT } from '../phrases.tsx';
import { usePreferences } from '../session/preferences.tsx';

type NoticeProps = {
  /** The user preference that stores the dismissal. */
  flag: NoticeFlag;
  title?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
};

/** Something to know, until the person has seen it. */
export const Notice = ({ flag, title, action, children }: NoticeProps) => {
  const t = useT();
  const { preferences, update } = usePreferences();
  if (!preferences || preferences[flag]) return null;
  return (
    <Callout
      title={title}
      action={
        <>
          {action}
          <Button size="small" onClick={() => update({ [flag]: true })}>
            {t('general.got_it')}
          </Button>
        </>
      }
    >
      {children}
    </Callout>
  );
};
