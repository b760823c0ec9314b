import { Button } from '@gatehouse/ui/button.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { PlaceholderPage } from '@gatehouse/ui/placeholder-page.tsx';
import { useLocation } from '@tanstack/react-router';
import { type Area, visibleAreas } from '../areas.tsx';
import { bootstrap, isCloud } from '../bootstrap.ts';
import { type Key, useT } from '../phrases.tsx';
import { tenantEndpoint } from '../session/tenant.ts';
import { NotFound } from './not-found.tsx';

/** Stands in for an area that is not built yet and says what will be here. */
export const AnnouncedArea = () => {
  const t = useT();
  const segments = useLocation({ select: ({ pathname }) => pathname.split('/').slice(isCloud ? 2 : 1) });
  const area = visibleAreas(bootstrap.edition).find(({ segment }) => segment === segments[0]);
  if (!area) return <NotFound />;
  return (
    <PlaceholderPage title={t(area.title)} icon={<area.icon aria-hidden />}>
      <Stack gap={4}>
        <span>{t(announcementOf(area))}</span>
        <span>{t('announced.hint')}</span>
        <span>
          <Button href={`${tenantEndpoint()}/api/docs`} target="_blank">
            {t('announced.open_api_docs')}
          </Button>
        </span>
      </Stack>
    </PlaceholderPage>
  );
};

const announcementOf = ({ title }: Area) => `announced.${title.slice('areas.'.length)}` as Key;
