import type { ExperiencePage } from '@gatehouse/contract/experience-page.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { put } from '../../api.ts';
import { Failure, useAction } from '../../form.tsx';
import { Frame } from '../../frame.tsx';
import { hrefOf } from '../../location.ts';
import { say } from '../client.ts';
import { OpenLink } from './open-link.tsx';

/** The beginning and the end of a preview, and the reason why there is none. */
export const DraftPreview = ({ isLink, isRefused, end }: NonNullable<ExperiencePage['draftPreview']>) => {
  if (isLink) return <OpenLink />;
  if (isRefused)
    return <Frame title={say('draft_preview.refused')} description={say('draft_preview.refused_text')} />;
  if (!end)
    return (
      <Frame title={say('draft_preview.unavailable')} description={say('draft_preview.unavailable_text')} />
    );
  return (
    <Frame title={say('draft_preview.end_title')} description={say(`draft_preview.end.${end}`)}>
      <StartAgain />
    </Frame>
  );
};

const StartAgain = () => {
  const action = useAction();
  const startAgain = () =>
    action.run(async () => {
      await put('/experience', { interactionEvent: 'SignIn' });
      window.location.assign(hrefOf('/sign-in'));
    });
  return (
    <>
      <Failure action={action} />
      <Button
        variant="primary"
        size="large"
        isFullWidth
        isLoading={action.isBusy}
        onClick={() => void startAgain()}
      >
        {say('draft_preview.again')}
      </Button>
    </>
  );
};
