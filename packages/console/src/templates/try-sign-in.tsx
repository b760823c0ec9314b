import { EntityIcon } from '@gatehouse/ui/entity-icon.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { Tile } from '@gatehouse/ui/tile.tsx';
import { LogIn } from 'lucide-react';
import { useWords, type Words } from '../phrases.tsx';
import { tenantEndpoint } from '../session/tenant.ts';

/** The way to the first user and the first sign-in, before any application exists. */
export const TrySignIn = ({ words }: { words: Words<'try' | 'try_text'> }) => {
  const say = useWords(words);
  return (
    <Grid isFull>
      <Tile
        href={`${tenantEndpoint()}/demo-app`}
        target="_blank"
        icon={
          <EntityIcon>
            <LogIn aria-hidden />
          </EntityIcon>
        }
        title={say('try')}
        description={say('try_text')}
      />
    </Grid>
  );
};
