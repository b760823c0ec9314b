import { managementAudience } from '@gatehouse/contract/dialect.ts';
import { expect, test } from 'vitest';
import { createPerson } from '../api/cloud/testing/people.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp } from '../http/testing/app.ts';

test.each(anyDatabase)(
  'in a cloud the roles of members grant nothing of the default tenant on %s',
  async kind => {
    const selfHosted = await startTestApp(kind);
    const { database } = selfHosted;
    await selfHosted.app.close();
    await database.system(db => db.updateTable('tenants').set({ planId: 'enterprise' }).execute());
    const cloud = await startTestApp(kind, { database, variables: { GATEHOUSE_EDITION: 'cloud' } });
    try {
      const ada = await createPerson(cloud, 'ada');
      await ada.cloud('POST', '/tenants', { name: 'Harbour' });
      const held = await cloud.app.services.tenants.admin().then(admin => admin.cached.person(ada.id));
      const resource = await cloud.app.services.tenants
        .admin()
        .then(admin => admin.cached.resource(managementAudience('default')));
      expect(resource).toBeDefined();
      expect(held?.scopes.get(resource!.id)).toBeUndefined();
    } finally {
      await cloud.close();
    }
  },
);
