import { Button } from '@gatehouse/ui/button.tsx';
import { IconButton } from '@gatehouse/ui/icon-button.tsx';
import { Menu } from '@gatehouse/ui/menu.tsx';
import { BookmarkPlus, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';
import type { useUserViews } from './views.ts';

const viewFields = z.object({ name: z.string().trim().min(1).max(40) });

/** Keeps the filters of the list under a name, or changes a view that was kept. */
export const ViewActions = ({ views }: { views: ReturnType<typeof useUserViews> }) => {
  const t = useT();
  const goTo = useGoTo();
  const [isNaming, setIsNaming] = useState(false);
  const { open } = views;
  const keep = (name: string) => {
    if (open) views.rename(open, name);
    else views.add(name);
    setIsNaming(false);
  };
  return (
    <>
      {views.isNew && !views.isFull && (
        <Button size="small" icon={<BookmarkPlus />} onClick={() => setIsNaming(true)}>
          {t('users.views.save')}
        </Button>
      )}
      {open && (
        <Menu
          align="end"
          trigger={
            <IconButton
              size="small"
              label={t('users.views.actions', { name: open.name })}
              icon={<Ellipsis />}
            />
          }
          items={[
            { label: t('users.views.rename'), icon: <Pencil />, onSelect: () => setIsNaming(true) },
            {
              label: t('users.views.remove'),
              icon: <Trash2 />,
              isDanger: true,
              onSelect: () => {
                views.remove(open);
                goTo(paths.users());
              },
            },
          ]}
        />
      )}
      {isNaming && (
        <FormDialog
          staysOnPage
          size="small"
          title={t(open ? 'users.views.rename' : 'users.views.save')}
          description={t('users.views.save_text')}
          submitLabel={t(open ? 'users.views.rename' : 'users.views.save')}
          schema={viewFields}
          defaultValues={{ name: open?.name ?? '' }}
          submit={async ({ name }, form) => {
            if (name !== open?.name && views.names.includes(name))
              form.setError('name', { message: t('users.views.name_taken') });
            else keep(name);
          }}
          onClose={() => setIsNaming(false)}
        >
          {form => <FormField form={form} name="name" label={t('general.name')} autoComplete="off" />}
        </FormDialog>
      )}
    </>
  );
};
