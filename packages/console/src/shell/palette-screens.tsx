import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import type { Command } from '@gatehouse/ui/command-palette.tsx';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { visibleAreas } from '../areas.ts';
import { bootstrap } from '../bootstrap.ts';
import { useGoTo } from '../link.tsx';
import { paths } from '../paths.ts';
import { loadAreaPhrases, useTranslation } from '../phrases.tsx';
import { useAbilities } from '../session/abilities.ts';

/** The permission to write, by that to read. */
const writing = (permission = 'all') => permission.replace(/:read$/, ':write') as ManagementPermission;

/** Their names are the areas' own words, which come when the palette is opened. */
export const usePaletteScreens = (): Command[] => {
  const { t, language } = useTranslation();
  const { may } = useAbilities();
  const goTo = useGoTo();
  const areas = visibleAreas(bootstrap.edition).filter(
    ({ screens, permission }) => screens && (permission === undefined || may(permission)),
  );
  const { isSuccess: areNamed } = useQuery({
    queryKey: ['phrases', 'palette', language],
    queryFn: async () => {
      await Promise.all(areas.flatMap(({ phrases }) => (phrases ?? []).map(loadAreaPhrases)));
      return true;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!areNamed) return [];
  return areas.flatMap(area =>
    (area.screens ?? [])
      .filter(({ isCreation }) => !isCreation || may(writing(area.permission)))
      .map(({ label, href, isCreation }) => ({
        id: label,
        label: t(label),
        detail: t(area.title),
        icon: isCreation ? <Plus /> : <area.icon />,
        onRun: () => goTo(href(paths)),
      })),
  );
};
