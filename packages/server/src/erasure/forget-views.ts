import { adminTenantId, customDataKeys, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { type Kysely, sql } from 'kysely';
import { inOtherTenant } from '../database/other-tenant.ts';
import type { Tables } from '../database/tables.ts';
import { asWord, knownAs } from './known-as.ts';

type Person = { tenantId: string; identifiers: readonly string[]; names: readonly string[] };
type View = { name?: unknown; query?: unknown };

/** Views of the user list that members of the tenant have saved, with a search for the person. */
export const forgetViews = (db: Kysely<Tables>, { tenantId, identifiers, names }: Person) =>
  inOtherTenant(db, adminTenantId, async () => {
    const views = sql<unknown>`custom_data #> ${sql.val([customDataKeys.preferences, 'userViews'])}::text[]`;
    const rows = await db
      .selectFrom('users')
      .select(['id', views.as('views')])
      .where('id', 'in', members =>
        members
          .selectFrom('organizationUsers')
          .select('userId')
          .where('organizationId', '=', tenantOrganizationId(tenantId)),
      )
      .where(sql<boolean>`jsonb_typeof(${views}) = 'array'`)
      .orderBy('id')
      .forUpdate()
      .execute();
    const searchesFor = finder(identifiers, names);
    for (const { id, views: saved } of rows) {
      const left = (saved as (View | null)[]).filter(view => !searchesFor(view));
      if (left.length === (saved as unknown[]).length) continue;
      const place = sql`${sql.val([customDataKeys.preferences, 'userViews'])}::text[]`;
      await db
        .updateTable('users')
        .set({ customData: sql`jsonb_set(custom_data, ${place}, ${JSON.stringify(left)}::jsonb)` })
        .where('id', '=', id)
        .execute();
    }
  });

const finder = (identifiers: readonly string[], names: readonly string[]) => {
  const words = knownAs(identifiers).map(name => new RegExp(asWord(name)));
  const whole = new Set(names.map(name => name.toLowerCase()));
  const isAbout = (text: string) =>
    whole.has(text.replace(/^[% ]+|[% ]+$/g, '')) || words.some(word => word.test(text));
  return (view: View | null) => {
    const { name, query } = view ?? {};
    const searches = typeof query === 'string' ? textsOf(query) : [];
    return [name, ...searches].some(text => typeof text === 'string' && isAbout(text.toLowerCase()));
  };
};

/** One value holds the conditions of a search of several fields, written as a query of its own. */
const textsOf = (query: string) =>
  [...new URLSearchParams(query).values()].flatMap(value => [value, ...new URLSearchParams(value).values()]);
