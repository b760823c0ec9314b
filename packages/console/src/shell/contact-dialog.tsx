import { Button } from '@gatehouse/ui/button.tsx';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { SettingList } from '@gatehouse/ui/setting-list.tsx';
import { Bug, CalendarDays, Mail, MessagesSquare } from 'lucide-react';
import { useBackCloses } from '../back-closes.ts';
import { contactLinks } from '../contact.ts';
import { useT } from '../phrases.tsx';

const ways = [
  { name: 'chat', Icon: MessagesSquare },
  { name: 'issues', Icon: Bug },
  { name: 'email', Icon: Mail },
  { name: 'call', Icon: CalendarDays },
] as const;

/** The ways to reach us. */
export const ContactDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useT();
  useBackCloses(onClose);
  return (
    <Dialog isOpen onClose={onClose} title={t('contact.title')} description={t('contact.text')}>
      <SettingList
        settings={ways
          .filter(({ name }) => contactLinks[name])
          .map(({ name, Icon }) => ({
            key: name,
            icon: <Icon aria-hidden size={18} />,
            label: t(`contact.${name}`),
            value: t(`contact.${name}_text`),
            action: (
              <Button size="small" href={contactLinks[name]} target="_blank">
                {t(`contact.${name}_action`)}
              </Button>
            ),
          }))}
      />
    </Dialog>
  );
};
