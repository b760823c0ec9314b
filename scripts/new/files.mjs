/** The files of a new entity: a name, a description and the time when it was created. Replace them with what it is about. */
export const filesOf = (names, languages) => ({
  ...contractFiles(names),
  ...serverFiles(names),
  ...consoleFiles(names),
  ...textFiles(names),
  ...Object.fromEntries(
    languages.map(language => [
      `packages/phrases/src/${language}/console/${names.segment}.json`,
      wordsOf(names),
    ]),
  ),
});

const contractFiles = ({ kind, segment, one, many, One }) => ({
  [`packages/contract/src/${segment}.ts`]: `import { z } from 'zod';
import { crud, defineRows } from './endpoint.ts';
import { id, timestamp } from './fields.ts';

export const ${one} = z.object({
  tenantId: id,
  id,
  name: z.string().min(1).max(128),
  description: z.string().max(256).nullable(),
  createdAt: timestamp,
});
export type ${One} = z.infer<typeof ${one}>;

const fields = ${one}.pick({ name: true, description: true });

export const ${many} = defineRows(
  crud({
    kind: '${kind}',
    path: '/${segment}',
    entity: ${one},
    create: z.strictObject(fields.partial({ description: true }).shape),
    update: z.strictObject(fields.partial().shape),
  }),
);
`,
});

const serverFiles = ({ segment, one, many, table, noun, nouns, One, Noun }) => ({
  [`packages/server/src/database/migrations/{number}-${segment}.sql`]: `create table ${table} (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(21) not null,
  name varchar(128) not null,
  description varchar(256),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index ${table}_by_time on ${table} (tenant_id, created_at desc, id);
`,
  [`packages/server/src/api/management/${segment}.ts`]: `import type { ${many} as rows } from '@gatehouse/contract/${segment}.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import { fetchPage } from '../../domain/listing.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

export const ${many}: Handlers<typeof rows> = {
  list: ({ db, page }) =>
    fetchPage(db.selectFrom('${many}').selectAll().orderBy('createdAt', 'desc').orderBy('id'), page),

  create: ({ tx, body }) => tx.insert('${many}', { id: generateId(), ...body }),

  async read({ db, params: { id } }) {
    const ${one} = await db.selectFrom('${many}').selectAll().where('id', '=', id).executeTakeFirst();
    if (!${one}) throw new RequestError('entity.not_exists_with_id', { data: { name: '${noun}', id } });
    return ${one};
  },

  async update({ tx, params: { id }, body }) {
    const ${one} = await tx.update('${many}', { id }, body);
    if (!${one}) throw new RequestError('entity.not_exists_with_id', { data: { name: '${noun}', id } });
    return ${one};
  },

  async delete({ tx, params: { id } }) {
    const deleted = await tx.delete('${many}', { id });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },
};
`,
  [`packages/server/src/api/management/${segment}.test.ts`]: `import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStandIn } from '../../connectors/testing/stand-in.ts';
import { databaseKinds } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';

describe.each(databaseKinds)('${nouns} on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  test('201 creates, 200 reads and updates, 204 deletes; each is in the history and can be undone', async () => {
    const created = await app.manage('POST', '/${segment}', { name: 'First' });
    expect(created).toMatchObject({ status: 201, body: { name: 'First', description: null } });
    const path = \`/${segment}/\${created.body.id}\`;
    const updated = await app.manage('PATCH', path, { name: 'Renamed' });
    expect(updated.body).toEqual({ ...created.body, name: 'Renamed' });
    expect((await app.manage('GET', path)).body).toEqual(updated.body);
    expect((await app.manage('GET', '/${segment}')).body).toContainEqual(updated.body);
    expect((await app.manage('DELETE', path)).status).toBe(204);
    expect((await app.manage('GET', path)).status).toBe(404);

    const [deletion] = (await app.manage('GET', \`/changes?objectId=\${created.body.id}\`)).body;
    expect(deletion).toMatchObject({ summary: 'delete', isRevertible: true });
    expect((await app.manage('POST', \`/changes/\${deletion.id}/revert\`)).status).toBe(201);
    expect((await app.manage('GET', path)).body).toEqual(updated.body);
  });

  test('400 without a name, 404 for one that is not there', async () => {
    expect((await app.manage('POST', '/${segment}', {})).status).toBe(400);
    expect((await app.manage('PATCH', '/${segment}/nothing', { name: 'New' })).status).toBe(404);
    expect((await app.manage('DELETE', '/${segment}/nothing')).status).toBe(404);
  });

  test('webhooks hear of a new ${noun}', async () => {
    const receiver = await startStandIn();
    receiver.answer({ in: { text: 'thank you' } });
    await app.manage('POST', '/hooks', { events: ['${One}.Created'], config: { url: \`\${receiver.url}/in\` } });
    const { body } = await app.manage('POST', '/${segment}', { name: '${Noun}' });
    const told = () => receiver.asked.map(request => JSON.parse(request.body));
    await expect.poll(told).toMatchObject([{ event: '${One}.Created', data: { id: body.id } }]);
    await receiver.close();
  });
});
`,
});

const consoleFiles = names => {
  const area = file => `packages/console/src/areas/${names.segment}/${file}`;
  return { ...addressFiles(names, area), ...listFiles(names, area), ...detailFiles(names, area) };
};

const addressFiles = ({ segment, one, many, One }, area) => ({
  [area('addresses.ts')]: `import { defineAddresses } from '../../addresses.ts';

export const ${one}Addresses = defineAddresses('${segment}', {
  ${many}: '',
  create${One}: 'create',
  ${one}: { path: '$id', tabs: ['settings'] },
});
`,
  [area('routes.ts')]: `import { panel, screen, tabbed } from '../../screen.ts';
import { ${one}Addresses } from './addresses.ts';

const { at } = ${one}Addresses;

export const ${one}Routes = [
  screen(at.${many}, () => import('./list.tsx'), '${One}List', [
    screen(at.create${One}, () => import('./create.tsx'), 'Create${One}'),
  ]),
  tabbed(at.${one}, () => import('./detail.tsx'), '${One}Detail', {
    settings: panel(() => import('./settings.tsx'), '${One}Settings'),
  }),
];
`,
});

const listFiles = ({ segment, one, many, One, table }, area) => ({
  [area('delete.ts')]: `import { type ${One}, ${many} } from '@gatehouse/contract/${segment}.ts';
import { useDelete } from '../../templates/use-delete.tsx';

export const useDelete${One} = () =>
  useDelete({ row: ${many}.delete, words: '${table}', params: ({ id }: ${One}) => ({ id }) });
`,
  [area('list.tsx')]: `import { ${many} } from '@gatehouse/contract/${segment}.ts';
import { Outlet } from '@tanstack/react-router';
import { Shapes } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { nameColumn, wordsColumn } from '../../templates/columns.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useDelete${One} } from './delete.ts';

export const ${One}List = () => {
  const t = useT();
  const deletion = useDelete${One}();
  return (
    <>
      <EntityList
        row={${many}.list}
        words="${table}"
        icon={Shapes}
        create={{ href: paths.create${One}() }}
        rowHref={({ id }) => paths.${one}(id)}
        deletion={deletion}
        bulk={[deletion.many]}
        columns={[
          nameColumn(t('general.name'), { icon: () => <Shapes /> }),
          wordsColumn(t('general.description'), 'description'),
        ]}
      />
      <Outlet />
    </>
  );
};
`,
  [area('create.tsx')]: `import { ${one}, ${many} } from '@gatehouse/contract/${segment}.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';

const fields = z.object({ name: ${one}.shape.name, description: z.string().max(256) });

export const Create${One} = () => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const create = useWrite(${many}.create);
  return (
    <FormDialog<z.infer<typeof fields>>
      title={t('${table}.create')}
      description={t('${table}.create_text')}
      submitLabel={t('${table}.create')}
      schema={fields}
      limit={() => ({ feature: '${many}Limit' })}
      defaultValues={{ name: '', description: '' }}
      onClose={() => goTo(paths.${many}())}
      submit={async ({ name, description }) => {
        const { id } = await create.mutateAsync({ body: { name, description: description || null } });
        toast.success(t('${table}.created', { name }));
        goTo(paths.${one}(id));
      }}
    >
      {form => (
        <>
          <FormField form={form} name="name" label={t('general.name')} />
          <FormField form={form} name="description" label={t('general.description')} isOptional />
        </>
      )}
    </FormDialog>
  );
};
`,
});

const detailFiles = ({ segment, one, many, One, table, kind }, area) => ({
  [area('detail.tsx')]: `import { ${many} } from '@gatehouse/contract/${segment}.ts';
import { Shapes } from 'lucide-react';
import { paths } from '../../paths.ts';
import { EntityDetail } from '../../templates/entity-detail.tsx';
import { ${one}Addresses } from './addresses.ts';
import { useDelete${One} } from './delete.ts';

export const ${One}Detail = () => {
  const deletion = useDelete${One}();
  return (
    <EntityDetail
      row={${many}.read}
      words="${table}"
      listHref={paths.${many}()}
      tabs={${one}Addresses.at.${one}.tabs}
      tabHref={paths.${one}}
      historyKind="${kind}"
      deletion={deletion}
      page={() => ({ icon: <Shapes /> })}
    />
  );
};
`,
  [area('settings.tsx')]: `import { type ${One}, ${one}, ${many} } from '@gatehouse/contract/${segment}.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { FormField } from '../../templates/form-field.tsx';

const fields = z.object({ name: ${one}.shape.name, description: z.string().max(256) });

export const ${One}Settings = () => {
  const t = useT();
  const { id, name, description } = useEntity<${One}>();
  const update = useWrite(${many}.update);
  const form = useEditForm({
    schema: fields,
    values: { name, description: description ?? '' },
    savedMessage: t('${table}.saved'),
    save: async changed => {
      await update.mutateAsync({
        params: { id },
        body: { name: changed.name, description: changed.description || null },
      });
    },
  });
  return (
    <EditForm form={form}>
      <FormSection title={t('${table}.general')} help={t('${table}.general_help')}>
        <FormField form={form} name="name" label={t('general.name')} />
        <FormField form={form} name="description" label={t('general.description')} isOptional />
      </FormSection>
    </EditForm>
  );
};
`,
});

/** The other languages begin with the English words. */
const wordsOf = ({ table, noun, Noun, nouns, Nouns, withArticle }) =>
  `${JSON.stringify(
    {
      [table]: {
        title: Nouns,
        subtitle: `Manage the ${nouns} of this tenant.`,
        count_one: `{{count}} ${noun}`,
        count_other: `{{count}} ${nouns}`,
        empty: `Create ${withArticle} to get started.`,
        create: `Create ${noun}`,
        create_text: 'You can change everything later.',
        created: `${Noun} {{name}} created`,
        saved: `${Noun} saved`,
        deleted: `${Noun} {{name}} deleted`,
        delete_title: `Delete ${noun} {{name}}?`,
        delete_text: 'This can be undone from History.',
        tabs: { settings: 'Settings' },
        general: 'General',
        general_help: 'Name and description.',
      },
    },
    undefined,
    2,
  )}\n`;

const textFiles = ({ segment, noun, Noun, Nouns, withArticle }) => ({
  [`docs/guides/${segment}.md`]: `# ${Nouns}

${Nouns} are in the console under **${Nouns}**, and in the management API under \`/api/${segment}\`.

1. Select **Create ${noun}**, give it a name and save.
2. Change it on its page. Every change is in its history and can be undone there.
`,
  [`e2e/${segment}.spec.ts`]: `import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('${withArticle} is created, changed, undone and deleted', async ({ console: page, product }) => {
  await page.goto(\`\${product.console}/${segment}\`);
  await page.getByRole('button', { name: 'Create ${noun}' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('First');
  await dialog.getByRole('button', { name: 'Create ${noun}' }).click();
  await expect(page).toHaveURL(/\\/${segment}\\/\\w+\\/settings$/);
  await expectAccessible(page, '${segment}');

  await page.getByLabel('Name', { exact: true }).fill('Renamed');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('${Noun} saved')).toBeVisible();

  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  const change = history.getByRole('listitem').filter({ hasText: 'Renamed' });
  await change.getByRole('button', { name: 'Undo change' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo change' }).click();
  await expect(page.getByText('Change undone')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'First', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('${Noun} First deleted')).toBeVisible();
  await expect(page).toHaveURL(/\\/${segment}$/);
});
`,
});
